import type { Catalogue } from '#contract/words.ts'

/** Texts of signing in and out. */
export const accountWords = {
  'toast.login': 'Welcome back, {firstName}.',
  'toast.logout': 'You are logged out.',
  'toast.session.ended': 'Your session has ended. Log in to carry on where you were.',
  'confirm.logout': 'Log out?',
  'login.title': { fixed: 'Log In' },
  'login.text': 'Log in to see your bookings. We take you straight there.',
  'login.text.plain': 'Bookings, quotes and messages in one place.',
  'login.email': 'Email',
  'login.password': 'Password',
  'login.submit': { fixed: 'Log In' },
  'login.forgot': 'Forgot password',
  'login.join': 'An artist new to Primp? Join',
  'select.title': 'Where to?',
  'select.customer': { fixed: 'Customer Dashboard' },
  'select.customer.text': 'Your quotes, bookings and saved artists.',
  'select.provider': { fixed: 'Provider Dashboard' },
  'select.provider.text': 'Requests, calendar, prices and pictures.',
  'select.remember': 'We open the same one next time.',
  'logout.done': 'You are logged out.',
} as const satisfies Catalogue
