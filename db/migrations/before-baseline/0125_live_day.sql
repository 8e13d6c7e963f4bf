-- What is said on the day, word by word: none is changed. Taking one back is another word.
create table day_word (
  appointment_id uuid not null references appointment on delete cascade,
  -- Made by whoever says it: sent again it is the same word.
  id uuid not null,
  kind text not null check (kind in ('left', 'arrived', 'late', 'started', 'done')),
  undo boolean not null,
  -- The sitting that it is about, as the run sheet lists them.
  person smallint check (person between 1 and 20),
  service_id text check (length(service_id) between 1 and 60),
  minutes smallint check (minutes between 0 and 600),
  -- By the clock of whoever said it, put right by ours; and when it came.
  at timestamptz not null,
  received_at timestamptz not null check (received_at >= at),
  -- Somebody of the team said it for the artist.
  acting boolean not null,
  primary key (appointment_id, id),
  check ((person is null) = (service_id is null)),
  check (case when person is null then kind <> 'started' else kind in ('started', 'done') end),
  check ((minutes is not null) = (kind = 'late' and not undo))
);
comment on table day_word is 'owner: bookings';

create function day_word_stands() returns trigger language plpgsql as $$
begin
  raise exception 'what was said on a day stands' using errcode = 'check_violation', constraint = 'day_word_stands';
end $$;
create trigger day_word_stands before update on day_word for each row execute function day_word_stands();

-- What was said before there were words.
insert into day_word (appointment_id, id, kind, undo, minutes, at, received_at, acting)
select a.id, gen_random_uuid(), said.kind, false, said.minutes, said.at, said.at, false
from appointment a
cross join lateral (values
  ('left', a.left_at, null::smallint),
  ('arrived', a.arrived_at, null),
  ('late', case when a.late_minutes > 0 then a.late_from end, a.late_minutes::smallint),
  ('done', case when a.state = 'booked' then a.done_at end, null)
) said (kind, at, minutes)
where said.at is not null;

-- An artist's way to a booking while they share it: their latest place, and no other. It is gone once they are there, or the booking stands no more.
create table shared_way (
  appointment_id uuid primary key references appointment on delete cascade,
  since timestamptz not null,
  ends_at timestamptz not null check (ends_at > since and ends_at <= since + interval '3 hours'),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  at timestamptz check (at >= since and at < ends_at),
  check (num_nulls(lat, lng, at) in (0, 3))
);
comment on table shared_way is 'owner: bookings';
create index shared_way_over on shared_way (ends_at);

create function shared_way_ahead() returns trigger language plpgsql as $$
begin
  -- Held, so that an arrival of this moment is waited for.
  perform from appointment where id = new.appointment_id and state = 'booked' and mode = 'mobile' and arrived_at is null and done_at is null for share;
  if not found then
    raise exception 'a way is shared until somebody is there' using errcode = 'check_violation', constraint = 'shared_way_ahead';
  end if;
  return new;
end $$;
create trigger shared_way_ahead before insert or update on shared_way for each row execute function shared_way_ahead();

create function appointment_ends_way() returns trigger language plpgsql as $$
begin
  delete from shared_way where appointment_id = new.id;
  return null;
end $$;
create trigger appointment_ends_way after update of state, mode, arrived_at, done_at on appointment for each row
  when (new.state <> 'booked' or new.mode <> 'mobile' or new.arrived_at is not null or new.done_at is not null)
  execute function appointment_ends_way();
