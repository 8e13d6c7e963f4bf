-- The centre of a map square of a tenth of a degree, about ten kilometres. Exact places are replaced by it a month after
-- the event and when an account is deleted. `cell_of` of the centre is the same, so counts by square do not change.
create function round_to_square(degrees double precision) returns double precision
  language sql immutable parallel safe as $$ select round((floor(degrees * 10) / 10 + 0.05)::numeric, 2)::double precision $$;

-- When the artist last changed a private client: clients without appointments are deleted some years after it.
alter table own_client add column changed_at timestamptz not null default now();
