-- Decisions that another's presence may sway, counted by who was asked, against whom and in which cell
-- (spots.py has the cells, counting.py the same in Python): one pass over the actions of a period.
WITH dealt AS (
    SELECT table_id, hand, count() AS players, sum(seat) AS all_seats,
        groupArray(seat) AS seats_of, groupArray(player) AS names
    FROM seats
    WHERE NOT voided AND ended_ms >= {since:UInt64} AND ended_ms < {until:UInt64}
        AND ({every:UInt8} OR table_id IN {tables:Array(String)})
        AND cityHash64(table_id) % {slices:UInt32} = {slice:UInt32}
    GROUP BY table_id, hand
),
asked AS (
    SELECT table_id, hand, player, seat, toUInt8(street) AS round, price, pot, max_raise_to > 0 AS can_raise,
        kind = 'fold' AS folds, kind IN ('bet', 'raise') AS raised,
        sum(kind = 'fold') OVER before_in_hand AS folded,
        sum(if(kind = 'fold', seat, 0)) OVER before_in_hand AS folded_seats,
        max(if(kind IN ('bet', 'raise'), step * 16 + seat, 0)) OVER before_on_street % 16 AS raiser,
        sum(kind IN ('bet', 'raise')) OVER before_on_street AS raises,
        max(kind = 'call') OVER before_on_street AS called,
        max(kind = 'check') OVER before_on_street AS checked
    FROM actions
    WHERE kind IN ('fold', 'check', 'call', 'bet', 'raise')
        AND at_ms >= {since:UInt64} - {longest:UInt64} AND at_ms < {until:UInt64}
        AND ({every:UInt8} OR table_id IN {tables:Array(String)})
        AND cityHash64(table_id) % {slices:UInt32} = {slice:UInt32}
    WINDOW
        before_in_hand AS (
            PARTITION BY table_id, hand ORDER BY step ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ),
        before_on_street AS (
            PARTITION BY table_id, hand, street ORDER BY step ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        )
),
met AS (
    SELECT a.player AS player,
        d.players - a.folded = 2 AS two,
        a.raiser != 0 AND a.raiser != a.seat AS faces,
        d.names[indexOf(d.seats_of, if(faces, a.raiser, d.all_seats - a.folded_seats - a.seat))] AS other,
        arrayFilter(spot -> spot.1 != 0, [
            (if(faces AND two, 48 + 2 * a.round + (2 * a.price >= a.pot), 0), a.folds),
            (multiIf(
                NOT a.can_raise, 0,
                faces AND two, 32 + a.round,
                faces AND a.round = 0, 64 + 2 * least(a.raises, 3) + a.called,
                faces, 72 + a.called,
                two AND a.round > 0 AND a.raiser = 0, 16 + 2 * a.round + a.checked,
                0
            ), a.raised)
        ]) AS spots
    FROM asked AS a INNER JOIN dealt AS d ON a.table_id = d.table_id AND a.hand = d.hand
)
SELECT player, other, toUInt16(spot.1) AS cell, count() AS could, sum(spot.2) AS did
FROM met ARRAY JOIN spots AS spot
GROUP BY player, other, cell
