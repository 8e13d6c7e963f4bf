-- Each person of a party may review a booking. It counts once in the artist's score, whoever and however many wrote.
alter table review
  -- The booking that it is about, also once that is gone: what those who wrote of it share.
  add column party uuid,
  -- Who of the guest list wrote it; null for whoever booked. No reference: the list is forgotten before the review is.
  add column guest_id uuid,
  add column guest_role text not null default '' check (length(guest_role) <= 40),
  add column services text[] not null default '{}' check (cardinality(services) <= 20),
  -- Hundredths of a booking that it counts as, while it is shown.
  add column weight smallint not null default 100 check (weight between 1 and 100),
  add constraint a_guest_is_of_a_party check (guest_id is null or (party is not null and appointment_id is null)),
  add constraint only_guests_say_which check (guest_id is not null or (guest_role = '' and services = '{}'));
update review set party = appointment_id where appointment_id is not null;
create unique index review_once_a_guest on review (party, guest_id) where guest_id is not null;
create index review_of_party on review (party) where party is not null;

-- Sums hold hundredths from now on.
alter table provider alter column review_sum type double precision;
alter table provider_match alter column review_sum type double precision;
alter table review_cell alter column score_sum type double precision;

-- Equal parts to the hundredth; what does not divide goes to those who stand first, one hundredth each (contract/reviews/party-weights.ts).
create function party_weight(place bigint, people bigint) returns smallint language sql immutable as $$
  select (100 / people + case when place <= 100 % people then 1 else 0 end)::smallint;
$$;

-- As search reads a sum of stars, which knows whole numbers alone.
create function in_hundredths(stars double precision) returns int language sql immutable as $$ select round(stars * 100)::int; $$;

create or replace function review_located() returns trigger language plpgsql as $$
begin
  if new.guest_id is null then new.party := coalesce(new.party, new.appointment_id); end if;
  if new.cell = 0 then
    new.cell := coalesce((select cell_of(a.lat, a.lng) from appointment a where a.id = coalesce(new.appointment_id, new.party)), (select cell_of(p.lat, p.lng) from provider p where p.id = new.provider_id));
  end if;
  return new;
end $$;

-- As before, of reviews that belong to no booking; the others are counted by booking, below.
create or replace function review_counts() returns trigger language plpgsql as $$
declare
  before_n int := 0; before_sum int := 0; after_n int := 0; after_sum int := 0;
begin
  if (case when tg_op = 'DELETE' then old.party else new.party end) is not null then return null; end if;
  if tg_op <> 'INSERT' and old.hidden_at is null then before_n := 1; before_sum := old.score; end if;
  if tg_op <> 'DELETE' and new.hidden_at is null and not (tg_op = 'INSERT' and new.sample) then after_n := 1; after_sum := new.score; end if;
  if before_n <> after_n or before_sum <> after_sum then
    update provider set review_count = review_count + after_n - before_n, review_sum = review_sum + after_sum - before_sum
    where id = case when tg_op = 'DELETE' then old.provider_id else new.provider_id end;
  end if;
  return null;
end $$;

create or replace function review_cell_counts() returns trigger language plpgsql as $$
declare
  -- What the sample market brings along is counted with it, one by one.
  alone boolean := (case when tg_op = 'DELETE' then old.party else new.party end) is null or (tg_op = 'INSERT' and new.sample);
begin
  if alone and tg_op <> 'INSERT' and old.hidden_at is null and old.category_id is not null then
    update review_cell set reviews = reviews - 1, score_sum = score_sum - old.score, changed_at = now() where cell = old.cell and category_id = old.category_id;
  end if;
  if alone and tg_op <> 'DELETE' and new.hidden_at is null and new.category_id is not null then
    insert into review_cell as c values (new.cell, new.category_id, 1, new.score, now())
    on conflict (cell, category_id) do update set reviews = c.reviews + 1, score_sum = c.score_sum + new.score, changed_at = now();
  end if;
  -- Other words under the same score are a change of every page that shows them.
  if tg_op = 'UPDATE' and new.score = old.score and new.hidden_at is not distinct from old.hidden_at then perform refresh_match(array[new.provider_id]); end if;
  perform pages_due(array[case when tg_op = 'DELETE' then old.cell else new.cell end]);
  return null;
end $$;

create or replace function count_review_cells() returns void language sql as $$
  delete from review_cell;
  insert into review_cell
  select cell, category_id, sum(weight) / 100, sum(weight * score) / 100.0, max(greatest(created_at, edited_at, replied_at)) from review where hidden_at is null and category_id is not null group by 1, 2;
$$;

create type party_review as (id bigint, provider_id uuid, cell int, category_id int, party uuid, guest_id uuid, score int, shown boolean);

-- What bookings come to before and after a statement, each as a whole; the difference goes to their artist and their area.
create function party_reviews_counted() returns trigger language plpgsql as $$
declare
  was party_review[] := '{}'; is_now party_review[] := '{}'; parties uuid[]; one record;
begin
  if tg_op <> 'INSERT' then
    was := array(select row(b.id, b.provider_id, b.cell, b.category_id, b.party, b.guest_id, b.score, b.hidden_at is null)::party_review from before b where b.party is not null order by b.id);
  end if;
  if tg_op <> 'DELETE' then
    is_now := array(select row(a.id, a.provider_id, a.cell, a.category_id, a.party, a.guest_id, a.score, a.hidden_at is null)::party_review from after a where a.party is not null and not (tg_op = 'INSERT' and a.sample) order by a.id);
  end if;
  if was = is_now then return null; end if;
  parties := array(select distinct r.party from unnest(was || is_now) r order by 1);
  -- Two of one party who write at once are counted one after the other; what follows reads what the first has left.
  perform pg_advisory_xact_lock(hashtextextended('party ' || of.party, 0)) from unnest(parties) of (party);
  for one in
    with untouched as (
      select r.id, r.provider_id, r.cell, r.category_id, r.party, r.guest_id, r.score from review r
      where r.party = any(parties) and r.hidden_at is null and not exists (select from unnest(is_now) n where n.id = r.id)
    ), sides as (
      select sign.sign, u.* from untouched u, (values (-1), (1)) sign (sign)
      union all select -1, w.id, w.provider_id, w.cell, w.category_id, w.party, w.guest_id, w.score from unnest(was) w where w.shown
      union all select 1, n.id, n.provider_id, n.cell, n.category_id, n.party, n.guest_id, n.score from unnest(is_now) n where n.shown
    ), weighed as (
      select s.*, s.sign * party_weight(row_number() over (partition by s.sign, s.party order by s.guest_id is not null, s.id), count(*) over (partition by s.sign, s.party)) as part from sides s
    )
    select provider_id, cell, category_id, (sum(part) / 100)::int as n, sum(part * score) / 100.0 as s from weighed
    group by provider_id, cell, category_id having sum(part) <> 0 or sum(part * score) <> 0 order by provider_id, cell
  loop
    -- Rounded each time, so that hundredths stay hundredths.
    update provider set review_count = review_count + one.n, review_sum = round(review_sum::numeric + one.s, 2) where id = one.provider_id;
    if one.category_id is not null then
      insert into review_cell values (one.cell, one.category_id, 0, 0, now()) on conflict do nothing;
      update review_cell set reviews = reviews + one.n, score_sum = round(score_sum::numeric + one.s, 2), changed_at = now() where cell = one.cell and category_id = one.category_id;
    end if;
  end loop;
  update review r set weight = w.weight from (
    select id, party_weight(row_number() over (partition by party order by guest_id is not null, id), count(*) over (partition by party)) as weight
    from review where party = any(parties) and hidden_at is null) w
  where r.id = w.id and r.weight <> w.weight;
  return null;
end $$;
create trigger party_reviews_counted_in after insert on review referencing new table as after for each statement execute function party_reviews_counted();
create trigger party_reviews_counted after update on review referencing old table as before new table as after for each statement execute function party_reviews_counted();
create trigger party_reviews_counted_out after delete on review referencing old table as before for each statement execute function party_reviews_counted();
