-- What a search and a replay read at once, each by one key.
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
