import type { Catalogue } from '#contract/words.ts'

/** The live run sheet: what was said on the day, by whom and when, and what it does to everybody’s times. */
export const liveMessages = {
  'live.started': '{person} is in the chair: {label}.',
  'live.done': '{person} is done: {label}.',
  'live.late.there': '{firstName} is running {minutes} minutes late.',
  'live.person': 'Person {n}',
  'live.said': '{firstName} said so at {clock}.',
  'live.said.team': 'Primp said so for {firstName} at {clock}.',
  'live.silent': 'No word from {firstName} since {clock}.',
  'live.none': 'No word from {firstName} yet. These are the times of the plan.',
  'live.offline': 'You have no connection. This is how it stood when you last had one.',
  'live.behind': { one: '1 minute behind.', other: '{n} minutes behind.' },
  'live.inTime': 'On time.',
  'live.next': '{person} now sits at {clock}, not {planned}.',
  'live.held': '{person} is with {firstName} until {clock}.',
  'live.ready': 'Everyone ready at {clock}.',
  'live.ready.before': {
    one: 'Everyone ready at {clock}, 1 minute before it is needed.',
    other: 'Everyone ready at {clock}, {n} minutes before it is needed.',
  },
  'live.ready.just': 'Everyone ready at {clock}, just when it is needed.',
  'live.ready.after': {
    one: 'Everyone ready at {clock}: 1 minute after it is needed.',
    other: 'Everyone ready at {clock}: {n} minutes after it is needed.',
  },
  'live.way': {
    one: '{firstName} is about 1 minute away, as of {clock}.',
    other: '{firstName} is about {n} minutes away, as of {clock}.',
  },
  'live.way.soon': '{firstName} shares the way here with you. How far it is stands here in a moment.',
  'live.guest.now': 'It is your turn.',
  'live.guest.done': 'You are done.',
  'live.guest.ahead': 'You now sit at {clock}, not {planned}.',
  'live.guest.asPlanned': 'You sit at {clock}, as planned.',
  'live.guest.held': 'You are with {firstName} until then.',
  'live.guest.finished': 'Everyone is done.',
  'live.mate.there': 'There since {clock}, done about {done}.',
  'live.mate.behind': { one: '1 minute behind.', other: '{n} minutes behind.' },
  'live.mate.done': 'Done at {clock}.',
} satisfies Catalogue
