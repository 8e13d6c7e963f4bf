#!/bin/bash
# Rehearses the PostgreSQL backup of docs/operating.md: a base backup, continuous WAL archiving, an accident, and a
# point-in-time recovery to the moment before it. Runs on loopback in its own directory, with Debian's packages. Run it
# after every change of the PostgreSQL version. Exits with 0 and prints one line if every row was restored.
set -euo pipefail

bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
home=$(mktemp -d "${TMPDIR:-/tmp}/primp-restore-XXXXXX")
port=${PORT:-54990}
# PostgreSQL refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$home"
  as=(setpriv --reuid=postgres --regid=postgres --clear-groups env "PATH=$PATH" HOME="$home")
fi
cd /

pg() { "${as[@]}" "$bin/$1" "${@:2}"; }
ask() { pg psql -qAtX -h 127.0.0.1 -p "$1" -U primp -d postgres -v ON_ERROR_STOP=1 -c "$2"; }
start() { pg pg_ctl -D "$home/$1" -w -t 60 -l "$home/$1.log" -o "-c port=$2 -c listen_addresses=127.0.0.1 -c unix_socket_directories=$home" start >/dev/null; }
cleanup() {
  for name in primary restored; do
    [ -f "$home/$name/postmaster.pid" ] && pg pg_ctl -D "$home/$name" -m immediate stop >/dev/null 2>&1
  done
  rm -rf "$home"
}
trap cleanup EXIT

# 1. A primary that archives each full WAL segment, at the latest after a minute.
pg initdb -D "$home/primary" -U primp --auth=trust -E UTF8 --locale=C.UTF-8 >/dev/null
"${as[@]}" mkdir -m 700 "$home/wal"
"${as[@]}" tee -a "$home/primary/postgresql.conf" >/dev/null <<CONF
wal_level = replica
archive_mode = on
archive_timeout = 60
archive_command = 'test ! -f $home/wal/%f && cp %p $home/wal/%f.part && sync $home/wal/%f.part && mv $home/wal/%f.part $home/wal/%f'
CONF
start primary "$port"
ask "$port" "create table booking (id int primary key, made timestamptz not null default clock_timestamp()); insert into booking (id) select generate_series(1, 1000)"

# 2. A verified base backup, and bookings after it.
pg pg_basebackup -h 127.0.0.1 -p "$port" -U primp -D "$home/base" -c fast -X none --manifest-checksums=SHA256 2>/dev/null
pg pg_verifybackup -q -n "$home/base"
ask "$port" "insert into booking (id) select generate_series(1001, 1500)"
before=$(ask "$port" "select md5(string_agg(booking::text, ',' order by id)) from booking")
moment=$(ask "$port" "select clock_timestamp()")

# 3. The accident, later writes, and the loss of the machine: only the base backup and the archived WAL are left.
sleep 0.2
ask "$port" "delete from booking where id > 700"
ask "$port" "insert into booking (id) values (9999); select pg_switch_wal()" >/dev/null
for _ in $(seq 100); do
  [ "$(ask "$port" "select coalesce(last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1), false) from pg_stat_archiver")" = t ] && break
  sleep 0.1
done
pg pg_ctl -D "$home/primary" -m immediate stop >/dev/null
rm -rf "$home/primary"

# 4. The restore to the moment before the accident.
"${as[@]}" cp -a "$home/base" "$home/restored"
"${as[@]}" tee -a "$home/restored/postgresql.auto.conf" >/dev/null <<CONF
archive_mode = off
restore_command = 'cp $home/wal/%f %p'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
CONF
"${as[@]}" touch "$home/restored/recovery.signal"
start restored "$((port + 1))"
for _ in $(seq 300); do
  [ "$(ask "$((port + 1))" "select pg_is_in_recovery()")" = f ] && break
  sleep 0.1
done
after=$(ask "$((port + 1))" "select md5(string_agg(booking::text, ',' order by id)) from booking")
count=$(ask "$((port + 1))" "select count(*) from booking")
if [ "$before" != "$after" ]; then
  echo "The restored rows differ from those before the accident: $count bookings." >&2
  tail -20 "$home/restored.log" >&2
  exit 1
fi
ask "$((port + 1))" "insert into booking (id) values (1501)"
echo "Restored to the moment before the accident: $count bookings, all equal, and the database accepts new ones."
