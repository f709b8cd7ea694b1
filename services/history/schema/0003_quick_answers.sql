-- What a HUD, a search and a replay read at once, each by one key.
-- made again from the log

-- A player's hands are found by his own rows alone.
ALTER TABLE $local(seats) $on_cluster ADD COLUMN IF NOT EXISTS table_name String,
    ADD COLUMN IF NOT EXISTS pot UInt64 COMMENT 'the hand''s, as the next five',
    ADD COLUMN IF NOT EXISTS board String COMMENT 'the first board',
    ADD COLUMN IF NOT EXISTS other_boards String COMMENT 'one after the other',
    ADD COLUMN IF NOT EXISTS ended_by Enum8('fold' = 0, 'showdown' = 1, 'void' = 2),
    ADD COLUMN IF NOT EXISTS closed_all_in UInt8 COMMENT 'betting closed with an all-in before the river',
    ADD COLUMN IF NOT EXISTS insured UInt8;

-- On a cluster the table that spreads over the shards; else the same again, which changes nothing.
ALTER TABLE seats $on_cluster ADD COLUMN IF NOT EXISTS table_name String,
    ADD COLUMN IF NOT EXISTS pot UInt64 COMMENT 'the hand''s, as the next five',
    ADD COLUMN IF NOT EXISTS board String COMMENT 'the first board',
    ADD COLUMN IF NOT EXISTS other_boards String COMMENT 'one after the other',
    ADD COLUMN IF NOT EXISTS ended_by Enum8('fold' = 0, 'showdown' = 1, 'void' = 2),
    ADD COLUMN IF NOT EXISTS closed_all_in UInt8 COMMENT 'betting closed with an all-in before the river',
    ADD COLUMN IF NOT EXISTS insured UInt8;

-- A hand as everybody may know it, told as the service tells it: one row a hand.
-- distributed by cityHash64(table_id)
CREATE TABLE replays $on_cluster (
    table_id String,
    hand UInt32,
    told String COMMENT 'JSON; no card that was not shown' CODEC(ZSTD(1))
) ENGINE = $MergeTree ORDER BY (table_id, hand)
SETTINGS $deduplication_window = 1000, index_granularity = 64;

-- A player's sums over all his hands, by table size, stakes and position, kept up to date by every insert.
-- distributed by cityHash64(player)
CREATE TABLE player_totals $on_cluster (
    player String,
    players UInt8,
    kind Enum8('play' = 0, 'real' = 1),
    currency String,
    big_blind UInt64,
    position Enum8('' = 0, 'BTN' = 1, 'SB' = 2, 'BB' = 3, 'UTG' = 4, 'UTG+1' = 5, 'UTG+2' = 6, 'UTG+3' = 7, 'LJ' = 8, 'HJ' = 9, 'CO' = 10),
    hands SimpleAggregateFunction(sum, UInt64),
    counts AggregateFunction(sumForEach, Array(UInt16)) COMMENT 'in the order of services/history/statistics/figures.sql',
    net SimpleAggregateFunction(sum, Int64),
    ev_milli SimpleAggregateFunction(sum, Int64),
    rake SimpleAggregateFunction(sum, UInt64),
    insurance SimpleAggregateFunction(sum, Int64)
) ENGINE = $AggregatingMergeTree ORDER BY (player, kind, currency, big_blind, players, position)
SETTINGS $deduplication_window = 1000, index_granularity = 256;

CREATE MATERIALIZED VIEW player_totals_view $on_cluster TO $local(player_totals) AS
SELECT
    player,
    players,
    kind,
    currency,
    big_blind,
    position,
    sum(seats.hands) AS hands,
    sumForEachState(CAST([
    seats.vpip,
    seats.vpip_of,
    seats.pfr,
    seats.pfr_of,
    seats.limp,
    seats.limp_of,
    seats.steal,
    seats.steal_of,
    seats.fold_to_steal,
    seats.fold_to_steal_of,
    seats.three_bet,
    seats.three_bet_of,
    seats.fold_to_three_bet,
    seats.fold_to_three_bet_of,
    seats.four_bet,
    seats.four_bet_of,
    seats.squeeze,
    seats.squeeze_of,
    seats.cbet_flop,
    seats.cbet_flop_of,
    seats.cbet_turn,
    seats.cbet_turn_of,
    seats.cbet_river,
    seats.cbet_river_of,
    seats.fold_to_cbet_flop,
    seats.fold_to_cbet_flop_of,
    seats.fold_to_cbet_turn,
    seats.fold_to_cbet_turn_of,
    seats.fold_to_cbet_river,
    seats.fold_to_cbet_river_of,
    seats.donk_flop + seats.donk_turn + seats.donk_river,
    seats.donk_flop_of + seats.donk_turn_of + seats.donk_river_of,
    seats.check_raise_flop,
    seats.check_raise_flop_of,
    seats.check_raise_turn,
    seats.check_raise_turn_of,
    seats.check_raise_river,
    seats.check_raise_river_of,
    seats.wtsd,
    seats.wtsd_of,
    seats.wsd,
    seats.wsd_of,
    seats.wwsf,
    seats.wwsf_of,
    seats.bets + seats.raises,
    seats.calls,
    seats.bets + seats.raises,
    seats.bets + seats.raises + seats.calls + seats.folds
    ], 'Array(UInt16)')) AS counts,
    sum(seats.net) AS net,
    sum(seats.ev_milli) AS ev_milli,
    sum(seats.rake) AS rake,
    sum(seats.insurance) AS insurance
FROM $local(seats) AS seats
WHERE NOT voided
GROUP BY player, players, kind, currency, big_blind, position;
