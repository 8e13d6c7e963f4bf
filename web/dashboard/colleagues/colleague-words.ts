import type { Catalogue } from '#contract/words.ts'

/** What the dashboard says of colleagues. */
export const colleagueWords = {
  'col.title': 'We work together',
  'col.text':
    'Name artists you share jobs with. Once they say so too, each of you stands on the page of the other. Nobody sees it before.',
  'col.artist': 'Address of their page',
  'col.artist.hint': 'As primp.example/@/ruth-calder, or its last part.',
  'col.name': 'Name them',
  'col.none': 'Nobody yet.',
  'col.together': 'You work together',
  'col.asked': 'Asked on {date}',
  'col.asks': 'Says that you work together',
  'col.yes': 'We do',
  'col.yes.of': 'We do, {name} and I',
  'col.no': 'No',
  'col.no.of': 'No, I do not work with {name}',
  'col.end': 'End',
  'col.end.of': 'End working with {name}',
  'col.takeBack': 'Take back',
  'col.takeBack.of': 'Take back what you asked {name}',
  'col.said.asked': '{name} is asked.',
  'col.said.together': '{name} stands on your page, and you on theirs.',
  'col.said.left': 'Done. {name} is not told.',
} satisfies Catalogue
