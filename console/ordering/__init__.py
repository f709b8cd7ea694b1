"""What `riverrun order` needs: the operator's login, and a table's answer in plain words."""
