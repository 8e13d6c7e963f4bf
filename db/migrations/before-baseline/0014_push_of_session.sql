-- Where notices were turned on: ending that session turns them off, letting it run out does not.
alter table push_subscription add column session_id uuid references session on delete set null;
create index push_subscription_of_session on push_subscription (session_id);
