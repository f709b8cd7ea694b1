"""What happened, queryable: hands, actions, statistics, projected from the log into ClickHouse."""
