-- Two or three artists who do one party together. Each has a part of it: a search of its own with the people, or the services of people, that are theirs.
create table team_up (
  id uuid primary key default gen_random_uuid(),
  -- The search of the whole party.
  search_id text not null references search on delete cascade,
  -- Minutes left for touch-ups, and that people wait between two services of theirs.
  spare_minutes int not null check (spare_minutes between 0 and 60),
  waiting_minutes int not null check (waiting_minutes >= 0),
  made_at timestamptz not null
);
create index team_up_of_search on team_up (search_id, made_at);
comment on table team_up is 'owner: search';

create table team_part (
  team_up_id uuid not null references team_up on delete cascade,
  place int not null check (place between 0 and 2),
  search_id text not null unique references search on delete cascade,
  provider_id uuid not null references provider on delete cascade,
  -- Who of the whole party this part's people are, in its order; counted from 1.
  people int[] not null check (cardinality(people) between 1 and 20),
  primary key (team_up_id, place),
  unique (team_up_id, provider_id)
);
create index team_part_of_artist on team_part (provider_id);
comment on table team_part is 'owner: search';

-- Where people of a part go on to another artist: who sits when, in minutes before everyone must be ready; otherwise the planner lays each part by itself.
alter table search add column seats jsonb check (jsonb_typeof(seats) = 'object');

-- Times of one team are kept, paid for and let go of together.
alter table hold add column team_up_id uuid references team_up on delete set null;
create index hold_of_team on hold (team_up_id) where team_up_id is not null;
