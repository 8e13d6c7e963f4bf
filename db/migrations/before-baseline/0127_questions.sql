-- A question to an artist before anything is booked: a conversation about no search yet. The first request or booking of the two takes it over.
alter table conversation
  alter column search_id drop not null,
  -- When the question was put that began it, and when the artist first said something.
  add column asked_at timestamptz,
  add column replied_at timestamptz,
  -- It is in how fast the artist answers: answered, or left for two days.
  add column counted_at timestamptz,
  add constraint about_a_search_or_a_question check (search_id is not null or asked_at is not null),
  add constraint only_questions_are_counted check (asked_at is not null or (replied_at is null and counted_at is null)),
  add constraint replied_after_it_was_asked check (replied_at >= asked_at);
-- One open question of two at a time.
create unique index conversation_of_question on conversation (account_id, provider_id) where search_id is null;
create index conversation_to_count on conversation (asked_at) where asked_at is not null and counted_at is null;
create index conversation_asked on conversation (provider_id, asked_at desc) where asked_at is not null;

-- Opens the conversations of these about these searches, with contact details where `contacts` says so. What one of them had asked before goes on in it.
create function open_conversations(searches text[], accounts uuid[], providers uuid[], moment timestamptz, contacts boolean)
returns setof conversation language plpgsql as $$
begin
  update conversation c set search_id = w.search_id
    from (select distinct on (a, p) s as search_id, a as account_id, p as provider_id from unnest(searches, accounts, providers) as named(s, a, p) order by a, p, s) w
    where c.search_id is null and c.account_id = w.account_id and c.provider_id = w.provider_id
      and not exists (select from conversation o where o.search_id = w.search_id and o.account_id = w.account_id and o.provider_id = w.provider_id);
  return query
    insert into conversation as c (search_id, account_id, provider_id, created_at, last_at, contacts_open_at)
    select distinct s, a, p, moment, moment, case when contacts then moment end from unnest(searches, accounts, providers) as named(s, a, p)
    on conflict (search_id, account_id, provider_id) do update
      set last_at = moment, state = 'open', contacts_open_at = coalesce(c.contacts_open_at, excluded.contacts_open_at)
    returning c.*;
end $$;
