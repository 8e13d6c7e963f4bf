import type { Catalogue } from '#contract/words.ts'

/** Texts of the error pages and of parts that did not load. */
export const errorMessages = {
  'error.404.title': 'This page has been wiped off.',
  'error.404.text':
    'The address may be old, or there may be a slip in it. Start a new search, or go home and look around.',
  'error.404.search': 'Start your search',
  'error.404.home': 'Go home',
  'error.404.meta': 'Page not found · Primp',
  'error.unknownRoute': 'We could not find that page, so here is the front one.',
  'error.unknownRoute.dismiss': 'Hide this line',
  'error.500.title': 'Something broke on our side.',
  'error.500.text':
    'Your search and anything you typed are kept. Try again in a moment. If it happens twice, send us this number: {requestId}.',
  'error.500.retry': 'Try again',
  'error.500.help': 'Get help',
  'error.503.title': 'Back in a few minutes.',
  'error.503.text': 'We are working on the site. Bookings already made stand as they are.',
  'error.chunk.title': 'Part of this page did not load.',
  'error.chunk.text':
    'It may be your connection, or we have just updated the site. Reload to carry on; your search is kept.',
  'error.chunk.reload': 'Reload',
  'error.section': 'This part did not load. The rest of the page works.',
  'error.picture': 'Picture not available',
} as const satisfies Catalogue
