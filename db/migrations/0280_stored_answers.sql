-- Answers that need a scan of a whole table. A job computes them, requests read one row.
create table stored_answer (
  key text primary key,
  answer json not null,
  -- What the answer was computed from, such as a count and the newest change; a job skips an answer with the same mark.
  mark text not null,
  built_at timestamptz not null
);
comment on table stored_answer is 'owner: platform';
