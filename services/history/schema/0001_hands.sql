-- What finished hands leave. Every row is made by the projector from the log and can be made again from it.
-- Amounts are chips; times are Unix milliseconds, with a column beside them that shows them as time.
-- `$MergeTree` and the like stand for the engines of one server or of a cluster (services/history/schema/migrations.py).

-- distributed by cityHash64(table_id)
CREATE TABLE hands $on_cluster (
    table_id String,
    hand UInt32,
    started_ms UInt64,
    ended_ms UInt64,
    first_seq UInt64,
    last_seq UInt64,
    table_name String,
    kind Enum8('play' = 0, 'real' = 1),
    currency String,
    small_blind UInt64,
    big_blind UInt64,
    table_seats UInt8,
    players UInt8,
    dealt Array(String) COMMENT 'their ids, first left of the button first',
    button UInt8,
    small_blind_seat UInt8 COMMENT '0: nobody posted one',
    big_blind_seat UInt8 COMMENT '0: a bomb pot',
    bomb_pot UInt64,
    straddles UInt8,
    ended_by Enum8('fold' = 0, 'showdown' = 1, 'void' = 2),
    last_street Enum8('preflop' = 0, 'flop' = 1, 'turn' = 2, 'river' = 3),
    pot UInt64 COMMENT 'all that was won, and the rake',
    rake UInt64,
    all_in UInt8 COMMENT 'betting closed with an all-in before the river',
    insured UInt8,
    runs UInt8 COMMENT 'boards of a run-out, or of a bomb pot with two',
    board String COMMENT 'the first board, as AhKd7c',
    other_boards Array(String),
    commitment String COMMENT 'to the deck, as hex',
    burn_cards UInt8,
    started DateTime64(3, 'UTC') ALIAS fromUnixTimestamp64Milli(started_ms, 'UTC'),
    ended DateTime64(3, 'UTC') ALIAS fromUnixTimestamp64Milli(ended_ms, 'UTC'),
    INDEX by_time ended_ms TYPE minmax GRANULARITY 1,
    INDEX by_pot pot TYPE minmax GRANULARITY 1
) ENGINE = $MergeTree ORDER BY (table_id, hand)
SETTINGS $deduplication_window = 1000, index_granularity = 1024;

-- distributed by cityHash64(player)
CREATE TABLE seats $on_cluster (
    table_id String,
    hand UInt32,
    ended_ms UInt64,
    player String,
    name String,
    seat UInt8,
    place UInt8 COMMENT '0: first left of the button',
    position Enum8('' = 0, 'BTN' = 1, 'SB' = 2, 'BB' = 3, 'UTG' = 4, 'UTG+1' = 5, 'UTG+2' = 6, 'UTG+3' = 7, 'LJ' = 8, 'HJ' = 9, 'CO' = 10),
    players UInt8,
    kind Enum8('play' = 0, 'real' = 1),
    currency String,
    big_blind UInt64,
    bomb_pot UInt64,
    stack UInt64 COMMENT 'at the start of the hand',
    paid_in UInt64 COMMENT 'what he put in, less an uncalled bet that came back',
    won UInt64,
    rake UInt64 COMMENT 'his part of it',
    insurance Int64 COMMENT 'what all-in insurance paid him, less premiums',
    net Int64 COMMENT 'won less paid in; insurance apart',
    ev_milli Int64 COMMENT 'the same in thousandths of a chip, with equity in place of luck where all-in before the river',
    voided UInt8,
    walk UInt8 COMMENT 'everybody else folded before he had a decision',
    all_in UInt8 COMMENT 'all his chips were in before the river',
    folded_on Enum8('' = 0, 'preflop' = 1, 'flop' = 2, 'turn' = 3, 'river' = 4),
    shown String COMMENT 'the cards that everyone at the table saw',
    bets UInt8 COMMENT 'after the flop came, as the next three',
    raises UInt8,
    calls UInt8,
    folds UInt8,
    did UInt64 COMMENT 'flags, one bit each: services/history/statistics/flag_names.py',
    could UInt64,
    vpip UInt8 ALIAS bitTest(did, 0),
    vpip_of UInt8 ALIAS bitTest(could, 0),
    pfr UInt8 ALIAS bitTest(did, 1),
    pfr_of UInt8 ALIAS bitTest(could, 1),
    limp UInt8 ALIAS bitTest(did, 2),
    limp_of UInt8 ALIAS bitTest(could, 2),
    steal UInt8 ALIAS bitTest(did, 3),
    steal_of UInt8 ALIAS bitTest(could, 3),
    fold_to_steal UInt8 ALIAS bitTest(did, 4),
    fold_to_steal_of UInt8 ALIAS bitTest(could, 4),
    three_bet UInt8 ALIAS bitTest(did, 5),
    three_bet_of UInt8 ALIAS bitTest(could, 5),
    fold_to_three_bet UInt8 ALIAS bitTest(did, 6),
    fold_to_three_bet_of UInt8 ALIAS bitTest(could, 6),
    four_bet UInt8 ALIAS bitTest(did, 7),
    four_bet_of UInt8 ALIAS bitTest(could, 7),
    squeeze UInt8 ALIAS bitTest(did, 8),
    squeeze_of UInt8 ALIAS bitTest(could, 8),
    cbet_flop UInt8 ALIAS bitTest(did, 9),
    cbet_flop_of UInt8 ALIAS bitTest(could, 9),
    cbet_turn UInt8 ALIAS bitTest(did, 10),
    cbet_turn_of UInt8 ALIAS bitTest(could, 10),
    cbet_river UInt8 ALIAS bitTest(did, 11),
    cbet_river_of UInt8 ALIAS bitTest(could, 11),
    fold_to_cbet_flop UInt8 ALIAS bitTest(did, 12),
    fold_to_cbet_flop_of UInt8 ALIAS bitTest(could, 12),
    fold_to_cbet_turn UInt8 ALIAS bitTest(did, 13),
    fold_to_cbet_turn_of UInt8 ALIAS bitTest(could, 13),
    fold_to_cbet_river UInt8 ALIAS bitTest(did, 14),
    fold_to_cbet_river_of UInt8 ALIAS bitTest(could, 14),
    donk_flop UInt8 ALIAS bitTest(did, 15),
    donk_flop_of UInt8 ALIAS bitTest(could, 15),
    donk_turn UInt8 ALIAS bitTest(did, 16),
    donk_turn_of UInt8 ALIAS bitTest(could, 16),
    donk_river UInt8 ALIAS bitTest(did, 17),
    donk_river_of UInt8 ALIAS bitTest(could, 17),
    check_raise_flop UInt8 ALIAS bitTest(did, 18),
    check_raise_flop_of UInt8 ALIAS bitTest(could, 18),
    check_raise_turn UInt8 ALIAS bitTest(did, 19),
    check_raise_turn_of UInt8 ALIAS bitTest(could, 19),
    check_raise_river UInt8 ALIAS bitTest(did, 20),
    check_raise_river_of UInt8 ALIAS bitTest(could, 20),
    wtsd UInt8 ALIAS bitTest(did, 21),
    wtsd_of UInt8 ALIAS bitTest(could, 21),
    wsd UInt8 ALIAS bitTest(did, 22),
    wsd_of UInt8 ALIAS bitTest(could, 22),
    wwsf UInt8 ALIAS bitTest(did, 23),
    wwsf_of UInt8 ALIAS bitTest(could, 23),
    hands UInt8 ALIAS not voided,
    ended DateTime64(3, 'UTC') ALIAS fromUnixTimestamp64Milli(ended_ms, 'UTC'),
    stakes String ALIAS concat(currency, ' ', toString(big_blind))
) ENGINE = $MergeTree ORDER BY (player, ended_ms, table_id, hand)
SETTINGS $deduplication_window = 1000, index_granularity = 2048;

-- distributed by cityHash64(table_id)
CREATE TABLE actions $on_cluster (
    table_id String,
    hand UInt32,
    step UInt16 COMMENT 'the order of everything that happened in the hand',
    at_ms UInt64,
    player String,
    seat UInt8,
    position Enum8('' = 0, 'BTN' = 1, 'SB' = 2, 'BB' = 3, 'UTG' = 4, 'UTG+1' = 5, 'UTG+2' = 6, 'UTG+3' = 7, 'LJ' = 8, 'HJ' = 9, 'CO' = 10),
    street Enum8('preflop' = 0, 'flop' = 1, 'turn' = 2, 'river' = 3),
    kind Enum8('ante' = 1, 'bb_ante' = 2, 'sb' = 3, 'bb' = 4, 'straddle' = 5, 'post' = 6, 'dead' = 7, 'fold' = 8, 'check' = 9, 'call' = 10, 'bet' = 11, 'raise' = 12, 'uncalled' = 13),
    amount UInt64 COMMENT 'chips that moved',
    to_total UInt64 COMMENT 'in front of him on this street afterwards',
    price UInt64 COMMENT 'what a call would have added, or has',
    pot UInt64 COMMENT 'before the action, bets included',
    stack UInt64 COMMENT 'before the action',
    min_raise_to UInt64 COMMENT '0: no raise was open',
    max_raise_to UInt64,
    all_in UInt8,
    by_clock UInt8,
    think_ms UInt32 COMMENT 'from being asked; 0 for what nobody decides',
    at DateTime64(3, 'UTC') ALIAS fromUnixTimestamp64Milli(at_ms, 'UTC')
) ENGINE = $MergeTree ORDER BY (table_id, hand, step)
SETTINGS $deduplication_window = 1000, index_granularity = 512;

-- distributed by cityHash64(table_id)
CREATE TABLE boards $on_cluster (
    table_id String,
    hand UInt32,
    step UInt16,
    at_ms UInt64,
    street Enum8('preflop' = 0, 'flop' = 1, 'turn' = 2, 'river' = 3),
    board UInt8,
    cards String
) ENGINE = $MergeTree ORDER BY (table_id, hand, step)
SETTINGS $deduplication_window = 1000, index_granularity = 512;

-- distributed by cityHash64(table_id)
CREATE TABLE shows $on_cluster (
    table_id String,
    hand UInt32,
    step UInt16,
    at_ms UInt64,
    player String,
    seat UInt8,
    kind Enum8('turned_up' = 1, 'shown' = 2, 'chosen' = 3, 'mucked' = 4, 'rabbit' = 5),
    cards String COMMENT 'empty for a mucked hand and for a rabbit, which only the hunter sees'
) ENGINE = $MergeTree ORDER BY (table_id, hand, step)
SETTINGS $deduplication_window = 1000, index_granularity = 512;

-- distributed by cityHash64(table_id)
CREATE TABLE pots $on_cluster (
    table_id String,
    hand UInt32,
    pot UInt8 COMMENT '0: the main pot',
    amount UInt64 COMMENT 'before rake',
    rake UInt64,
    contenders Array(UInt8)
) ENGINE = $MergeTree ORDER BY (table_id, hand, pot)
SETTINGS $deduplication_window = 1000, index_granularity = 512;

-- distributed by cityHash64(table_id)
CREATE TABLE awards $on_cluster (
    table_id String,
    hand UInt32,
    step UInt16,
    at_ms UInt64,
    player String,
    seat UInt8,
    pot UInt8,
    board UInt8,
    amount UInt64,
    rake UInt64
) ENGINE = $MergeTree ORDER BY (table_id, hand, step)
SETTINGS $deduplication_window = 1000, index_granularity = 512;

-- distributed by cityHash64(table_id)
CREATE TABLE insurance $on_cluster (
    table_id String,
    hand UInt32,
    step UInt16,
    at_ms UInt64,
    player String,
    seat UInt8,
    kind Enum8('offered' = 1, 'bought' = 2, 'refused' = 3, 'settled' = 4),
    street Enum8('preflop' = 0, 'flop' = 1, 'turn' = 2, 'river' = 3),
    pot UInt8,
    amount UInt64 COMMENT 'offered: the pot after rake; bought: the coverage; settled: what the club paid',
    premium UInt64 COMMENT 'bought: the premium; settled: what was taken of it',
    due UInt64 COMMENT 'settled: premiums due',
    outs String
) ENGINE = $MergeTree ORDER BY (table_id, hand, step)
SETTINGS $deduplication_window = 1000;

-- distributed by cityHash64(table_id)
CREATE TABLE ledger $on_cluster (
    table_id String,
    version UInt64 COMMENT 'of the event in the table''s history',
    seq UInt64 COMMENT 'of its commit in the stream',
    at_ms UInt64,
    hand UInt32,
    player String,
    seat UInt8,
    kind Enum8('buy_in' = 1, 'cash_out' = 2, 'rake' = 3, 'rabbit_fee' = 4, 'insurance' = 5),
    amount Int64 COMMENT 'what the table gained, or (below 0) gave away',
    at DateTime64(3, 'UTC') ALIAS fromUnixTimestamp64Milli(at_ms, 'UTC')
) ENGINE = $MergeTree ORDER BY (table_id, version)
SETTINGS $deduplication_window = 1000;

-- distributed by cityHash64(table_id)
CREATE TABLE seatings $on_cluster (
    table_id String,
    version UInt64,
    seq UInt64,
    at_ms UInt64,
    player String,
    name String,
    seat UInt8,
    kind Enum8('sat_down' = 1, 'stood_up' = 2, 'sat_out' = 3, 'came_back' = 4),
    amount UInt64 COMMENT 'stood_up: the stack that went along'
) ENGINE = $MergeTree ORDER BY (table_id, version)
SETTINGS $deduplication_window = 1000;

-- Each player's own cards, sealed under the history key, which nobody but the history service has: a reader of this
-- table learns who was dealt in.
-- distributed by cityHash64(table_id)
CREATE TABLE sealed_cards $on_cluster (
    table_id String,
    hand UInt32,
    player String,
    seat UInt8,
    places Array(UInt8) COMMENT 'of the deck, that his two cards came from',
    key_id String,
    box String COMMENT 'as hex'
) ENGINE = $MergeTree ORDER BY (table_id, hand, player)
SETTINGS $deduplication_window = 1000, index_granularity = 512;

-- What a table was like from a place in the log on: its options and its players' names.
-- distributed by cityHash64(table_id)
CREATE TABLE contexts $on_cluster (
    table_id String,
    seq UInt64,
    context String
) ENGINE = $MergeTree ORDER BY (table_id, seq)
SETTINGS $deduplication_window = 1000;

-- What the projector is about to write: the last one is redone when it starts.
-- distributed by cityHash64(stream)
CREATE TABLE plans $on_cluster (
    stream String,
    from_seq UInt64,
    to_seq UInt64,
    events UInt64,
    open_tables Array(String) COMMENT 'with a hand in progress before from_seq',
    open_from Array(UInt64) COMMENT 'where each of these hands began',
    at_ms UInt64
) ENGINE = $MergeTree ORDER BY (stream, to_seq)
SETTINGS $deduplication_window = 1000;
