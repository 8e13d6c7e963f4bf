-- Amounts in webhooks have the two decimals of their currency: 130.00 instead of 130.0000000000000000.
create or replace function enqueue_appointment_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  event text := case
    when tg_op = 'INSERT' then 'booking.created'
    when new.state = 'cancelled' and old.state <> 'cancelled' then 'booking.cancelled'
    when new.state = 'completed' and old.state <> 'completed' then 'booking.completed'
    when (new.starts_at, new.ends_at, new.total_minor, new.names, new.mode)
      is distinct from (old.starts_at, old.ends_at, old.total_minor, old.names, old.mode) then 'booking.changed'
  end;
begin
  if event is null or not exists (
    select from webhook where provider_id = new.provider_id or (partner_id = new.partner_id and new.partner_id is not null)
  ) then return null; end if;
  perform enqueue_webhooks(new.provider_id, event,
    greatest(new.booked_at, new.changed_at, new.ended_at, new.completed_at),
    jsonb_build_object(
      'id', new.id, 'number', new.number, 'state', new.state, 'mode', new.mode, 'eventDate', new.event_date,
      'startsAt', to_char(new.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'endsAt', to_char(new.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'timeZone', new.tz, 'people', cardinality(new.names), 'total', round(new.total_minor / 100.0, 2), 'currency', new.currency),
    new.partner_id);
  return null;
end $function$;
