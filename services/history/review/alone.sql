-- Each player's hands and results, in big blinds, all-in luck taken out.
SELECT player, count() AS hands, sum(ev_milli / 1000 / big_blind) AS won,
    sum(pow(ev_milli / 1000 / big_blind, 2)) AS won_squared
FROM seats
WHERE NOT voided AND ended_ms >= {since:UInt64} AND ended_ms < {until:UInt64}
    AND ({every:UInt8} OR table_id IN {tables:Array(String)})
    AND cityHash64(table_id) % {slices:UInt32} = {slice:UInt32}
GROUP BY player
