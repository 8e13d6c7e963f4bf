-- An act of one statement is a transaction by itself: what it was reckoned with is read before, without a lock, and its
-- statement undoes itself where that no longer stands.
create function only_where(stands boolean) returns boolean language plpgsql as $$
begin
  if stands then return true; end if;
  raise exception 'what this was reckoned with has changed' using errcode = 'PR001';
end $$;

-- Keeps the answer of an act under its Idempotency-Key as one column of the act's own statement, and undoes the act where
-- the key has had its answer. A key that a process left without one is taken over after the time that is given.
create function keep_answer(of_owner text, of_key text, asked text, answer jsonb, answered_at timestamptz, dead_since timestamptz)
returns boolean language plpgsql as $$
begin
  insert into idempotency (owner, key, fingerprint, status, body, created_at)
  values (of_owner, of_key, asked, 200, answer, answered_at)
  on conflict (owner, key) do update set body = excluded.body, status = 200, claim = null
    where idempotency.body is null and idempotency.fingerprint = asked and idempotency.created_at < dead_since;
  if found then return true; end if;
  raise exception 'this key has had its answer' using errcode = 'PR002';
end $$;

-- A payment whose amount is reserved is to be taken, and the event that said so is kept, as one column of the statement of
-- what was paid for; it undoes itself where the payment has moved on or the event is known.
create function keep_reserved(of_payment uuid, was text, becomes text, charge text, taken_at timestamptz, event payment_event)
returns boolean language plpgsql as $$
begin
  update payment set state = becomes, authorised_at = taken_at, last_error = null, charge_id = coalesce(charge, charge_id),
    next_at = taken_at, attempts = 0, claimed_until = null, claim = null
  where id = of_payment and state = was;
  if not only_where(found) then return false; end if;
  insert into payment_event (gateway, event_id, kind, account_id, raw, occurred_at, at, next_at, payment_id, outcome, worked_at)
  select event.gateway, event.event_id, event.kind, event.account_id, event.raw, event.occurred_at, event.at, null, of_payment, 'moved', taken_at
  on conflict do nothing;
  return only_where(found);
end $$;
