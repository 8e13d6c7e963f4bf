-- A review of a booking that the artist's own promo code paid for more than half is shown, but does not count in any score.
alter table review
  add column counted boolean not null default true,
  drop constraint review_weight_check,
  add constraint review_weight_check check (weight between 0 and 100),
  add constraint a_review_that_does_not_count_has_no_weight check (counted or weight = 0);

-- Whether the artist's own promo code paid more than half of a booking: the code took off more than what was left to pay.
create function paid_mostly_by_artist(appointment_id uuid) returns boolean language sql stable as $$
  select exists (
    select from appointment a
    join promo_use u on u.hold_id = a.hold_id and u.state = 'used'
    join promo_code c on c.id = u.promo_id and c.provider_id is not null
    where a.id = appointment_id and u.amount_minor > a.total_minor
  );
$$;

create or replace function review_located() returns trigger language plpgsql as $$
begin
  if new.guest_id is null then new.party := coalesce(new.party, new.appointment_id); end if;
  if new.cell = 0 then
    new.cell := coalesce((select cell_of(a.lat, a.lng) from appointment a where a.id = coalesce(new.appointment_id, new.party)), (select cell_of(p.lat, p.lng) from provider p where p.id = new.provider_id));
  end if;
  if new.party is not null and not new.sample and paid_mostly_by_artist(new.party) then
    new.counted := false;
    new.weight := 0;
  end if;
  return new;
end $$;

-- As before (0135), without reviews that do not count.
create or replace function party_reviews_counted() returns trigger language plpgsql as $$
declare
  was party_review[] := '{}'; is_now party_review[] := '{}'; parties uuid[]; one record;
begin
  if tg_op <> 'INSERT' then
    was := array(select row(b.id, b.provider_id, b.cell, b.category_id, b.party, b.guest_id, b.score, b.hidden_at is null and b.counted)::party_review from before b where b.party is not null order by b.id);
  end if;
  if tg_op <> 'DELETE' then
    is_now := array(select row(a.id, a.provider_id, a.cell, a.category_id, a.party, a.guest_id, a.score, a.hidden_at is null and a.counted)::party_review from after a where a.party is not null and not (tg_op = 'INSERT' and a.sample) order by a.id);
  end if;
  if was = is_now then return null; end if;
  parties := array(select distinct r.party from unnest(was || is_now) r order by 1);
  -- Two of one party who write at once are counted one after the other; what follows reads what the first has left.
  perform pg_advisory_xact_lock(hashtextextended('party ' || of.party, 0)) from unnest(parties) of (party);
  for one in
    with untouched as (
      select r.id, r.provider_id, r.cell, r.category_id, r.party, r.guest_id, r.score from review r
      where r.party = any(parties) and r.hidden_at is null and r.counted and not exists (select from unnest(is_now) n where n.id = r.id)
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
    from review where party = any(parties) and hidden_at is null and counted) w
  where r.id = w.id and r.weight <> w.weight;
  return null;
end $$;

update review set counted = false, weight = 0 where party is not null and paid_mostly_by_artist(party);
