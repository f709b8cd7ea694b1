"""The event store on JetStream: fenced commits, ordered reads, snapshots, the library's recorder."""
