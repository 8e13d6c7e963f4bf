/** Texts about the calendars that an artist adds. */
export const feedWords = {
  feeds: 'Calendars',
  'feeds.text':
    'Add your other calendars, and their busy times block bookings here. We read them every 15 minutes, and again before a booking.',
  'feeds.none': 'You have not added a calendar yet.',
  'feed.url': 'Calendar address (.ics)',
  'feed.name': 'Name (optional)',
  'feed.add': 'Add calendar',
  'feed.checked': {
    zero: 'Last checked {dateTime}, 0 events',
    one: 'Last checked {dateTime}, 1 event',
    other: 'Last checked {dateTime}, {n} events',
  },
  'feed.never': 'Not read yet',
  'feed.refresh': 'Read {name} again',
  'feed.remove': 'Remove {name}',
  'feed.remove.title': 'Remove {name}?',
  'feed.remove.text': 'Its busy times will no longer block bookings.',
  'feed.remove.act': 'Remove calendar',
  'feed.back': 'Go back',
  'feed.later': 'The calendar’s server asked us to wait. We will read it again at {dateTime}.',
  'feed.failing':
    'We have not been able to read {name} since {dateTime}. New busy times in it do not block bookings. You can turn off Instant Book until it works again.',
  'feed.instant': 'Instant Book settings',
  'feed.empty':
    '{name} had busy times, and now it has no events. We kept its busy times for now. Is the calendar really empty?',
  'feed.empty.act': 'Yes, it is empty',
  'feed.incomplete':
    '{name} is too large to read in full. We know your busy times before {dateTime}. From then on, customers send you a request instead of using Instant Book. Remove old or repeating events to have it read in full.',
  'feed.skipped': {
    one: 'We could not read 1 event. Its whole day counts as busy.',
    other: 'We could not read {n} events. The whole day of each counts as busy.',
  },
  'feed.skipped.untitled': 'Untitled event',
  'feed.skipped.undated': 'no date',
  'feed.skipped.line': '{title} ({date}): {reason}',
  'feed.skipped.start': 'its start is not valid',
  'feed.skipped.repeat': 'its repeat rule is not valid',
  'feed.skipped.duplicate': 'it is in the calendar twice',
  'feed.skipped.other': 'it is damaged',
  'feed.zones': {
    one: 'Unknown time zone: {zones}. We read its times in {zone}.',
    other: 'Unknown time zones: {zones}. We read their times in {zone}.',
  },
  'feed.open': 'Open calendar',
} as const
