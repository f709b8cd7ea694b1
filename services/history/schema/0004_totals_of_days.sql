-- What a HUD reads at once: totals, made of the sums by day, so that what is counted of a hand is added up once.
-- They were made of the hands themselves, in 0003; as everything is made again, they are made here alone.
-- made again from the log

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
    counts AggregateFunction(sumForEach, Array(UInt64)) COMMENT 'in the order of services/history/statistics/figures.sql',
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
    sum(days.hands) AS hands,
    sumForEachState(CAST([
    days.vpip,
    days.vpip_of,
    days.pfr,
    days.pfr_of,
    days.limp,
    days.limp_of,
    days.steal,
    days.steal_of,
    days.fold_to_steal,
    days.fold_to_steal_of,
    days.three_bet,
    days.three_bet_of,
    days.fold_to_three_bet,
    days.fold_to_three_bet_of,
    days.four_bet,
    days.four_bet_of,
    days.squeeze,
    days.squeeze_of,
    days.cbet_flop,
    days.cbet_flop_of,
    days.cbet_turn,
    days.cbet_turn_of,
    days.cbet_river,
    days.cbet_river_of,
    days.fold_to_cbet_flop,
    days.fold_to_cbet_flop_of,
    days.fold_to_cbet_turn,
    days.fold_to_cbet_turn_of,
    days.fold_to_cbet_river,
    days.fold_to_cbet_river_of,
    days.donk_flop + days.donk_turn + days.donk_river,
    days.donk_flop_of + days.donk_turn_of + days.donk_river_of,
    days.check_raise_flop,
    days.check_raise_flop_of,
    days.check_raise_turn,
    days.check_raise_turn_of,
    days.check_raise_river,
    days.check_raise_river_of,
    days.wtsd,
    days.wtsd_of,
    days.wsd,
    days.wsd_of,
    days.wwsf,
    days.wwsf_of,
    days.bets + days.raises,
    days.calls,
    days.bets + days.raises,
    days.bets + days.raises + days.calls + days.folds
    ], 'Array(UInt64)')) AS counts,
    sum(days.net) AS net,
    sum(days.ev_milli) AS ev_milli,
    sum(days.rake) AS rake,
    sum(days.insurance) AS insurance
FROM $local(player_days) AS days
GROUP BY player, players, kind, currency, big_blind, position;
