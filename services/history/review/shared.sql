-- What passed between each two who were dealt into the same hands, in big blinds, all-in luck taken out.
WITH hand_by_hand AS (
    SELECT arraySort(groupArray((player, ev_milli / 1000 / big_blind))) AS sat,
        -arraySum(arrayMap(one -> least(one.2, 0), sat)) AS lost
    FROM seats
    WHERE NOT voided AND ended_ms >= {since:UInt64} AND ended_ms < {until:UInt64}
        AND ({every:UInt8} OR table_id IN {tables:Array(String)})
        AND cityHash64(table_id) % {slices:UInt32} = {slice:UInt32}
    GROUP BY table_id, hand
),
pairs AS (
    SELECT lost, pair.1 AS one, pair.2 AS other
    FROM hand_by_hand
    ARRAY JOIN arrayFlatten(arrayMap(
        first -> arrayMap(second -> (sat[first], sat[second]), range(first + 1, length(sat) + 1)),
        arrayEnumerate(sat)
    )) AS pair
),
flows AS (
    SELECT one.1 AS player, other.1 AS other_player, one.2 + other.2 AS together,
        if(one.2 * other.2 < 0, one.2 * other.2 / lost * if(other.2 > 0, -1, 1), 0) AS passed
    FROM pairs
)
SELECT player, other_player, count() AS hands, sum(passed) AS flow, sum(passed * passed) AS flow_squared,
    sum(together) AS both, sum(together * together) AS both_squared
FROM flows
GROUP BY player, other_player
