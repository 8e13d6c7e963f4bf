-- Extensions every database of Primp has; all are in PGlite's contrib and in Debian's postgresql.
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists cube;
create extension if not exists earthdistance;
create extension if not exists citext;
create extension if not exists unaccent;
create extension if not exists pgcrypto;

-- What a data set was loaded from, so that a start knows whether it has to load it again.
create table data_load (
  name text primary key,
  fingerprint text not null,
  loaded_at timestamptz not null default now()
);

-- Secrets and settings the server makes for itself on the first start (signing keys and the like).
create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Fixed-window counters behind every public limit, shared by all processes.
create unlogged table rate_window (
  bucket text not null,
  window_start timestamptz not null,
  hits int not null check (hits > 0),
  primary key (bucket, window_start)
);

-- The answer to a call that carried an Idempotency-Key; kept for 24 hours.
create table idempotency (
  owner text not null,
  key text not null,
  fingerprint text not null,
  status int,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
