-- Thinking times by difficulty (counting.py has the same in Python), and in which hours of which day.
WITH dealt AS (
    SELECT DISTINCT table_id, hand, big_blind
    FROM seats
    WHERE NOT voided AND ended_ms >= {since:UInt64} AND ended_ms < {until:UInt64}
        AND ({every:UInt8} OR table_id IN {tables:Array(String)})
        AND cityHash64(table_id) % {slices:UInt32} = {slice:UInt32}
),
asked AS (
    SELECT table_id, hand, player, at_ms, street, price, pot, think_ms, by_clock
    FROM actions
    WHERE kind IN ('fold', 'check', 'call', 'bet', 'raise')
        AND at_ms >= {since:UInt64} - {longest:UInt64} AND at_ms < {until:UInt64}
        AND ({every:UInt8} OR table_id IN {tables:Array(String)})
        AND cityHash64(table_id) % {slices:UInt32} = {slice:UInt32}
)
SELECT a.player AS player, intDiv(a.at_ms, 86400000) AS day,
    toUInt8(intDiv(a.at_ms % 86400000, 3600000)) AS hour,
    multiIf(
        a.street = 'preflop' AND a.price <= d.big_blind, 0,
        a.street = 'preflop', 1,
        a.price = 0, 2,
        3 * a.price < a.pot, 3,
        4
    ) AS difficulty,
    countIf(a.think_ms > 0 AND NOT a.by_clock) AS decisions,
    sumIf(log(a.think_ms), a.think_ms > 0 AND NOT a.by_clock) AS log_ms,
    sumIf(pow(log(a.think_ms), 2), a.think_ms > 0 AND NOT a.by_clock) AS log_ms_squared
FROM asked AS a INNER JOIN dealt AS d ON a.table_id = d.table_id AND a.hand = d.hand
GROUP BY player, day, hour, difficulty
