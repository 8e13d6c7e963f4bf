import { defineMessages } from '#contract/i18n/messages.ts'

/** Texts of the collapsed search bar, which every landing page includes. */
export const barMessages = defineMessages({
  'bar.label': 'Search for artists',
  'bar.location': { fixed: 'Location' },
  'bar.location.placeholder': { text: 'Neighbourhood or place', US: 'Neighborhood or place', AU: 'Suburb or place' },
  'bar.location.error': { fixed: 'Please enter location' },
  'bar.date': { fixed: 'Date' },
  'bar.date.placeholder': 'Day and time',
  'bar.date.value': '{date}, {time}',
  'bar.date.value.noTime': '{date}, time to be decided',
  'bar.services': { fixed: 'Services' },
  'bar.services.placeholder': 'Who needs what',
  'bar.services.value': '{people}, {services}',
  'bar.submit': { fixed: 'Search' },
  'bar.update': { fixed: 'Update' },
  'bar.sticky.label': 'Short search form',
  'bar.missing': 'Next: {field}',
  'place.took': 'We used the first match: {place}.',
  'bar.start': 'Start your search',
  'bar.start.text': 'Where, when, who?',
  'bar.readyBy': 'Ready by {time}, {people}',
  'bar.finding': 'Checking who can be there in time',
  'bar.updated': 'Search updated. Here are your new quotes.',
  'bar.failed': 'We could not run your search. Your answers are saved. Try again.',
})
