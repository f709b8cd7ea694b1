"""What `riverrun up` needs: a folder, processes that are kept running, and nobody left behind."""
