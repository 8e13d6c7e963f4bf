-- When a provider who can be found has moved their base: how often in a day is limited, so that nobody measures from many places.
alter table provider add column base_changed timestamptz[] not null default '{}' check (cardinality(base_changed) <= 20);
