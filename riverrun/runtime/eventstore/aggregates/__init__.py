"""Aggregates of the event-sourcing library on JetStream: one message an event, fenced by aggregate."""
