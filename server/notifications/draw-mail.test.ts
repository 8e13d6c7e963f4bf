import { expect, test } from 'vitest'
import { drawMail, renderMailOnce } from './draw-mail.ts'

const mail = {
  subject: "Booked: O'Neil & <Co>",
  preview: 'Saturday, 3 April',
  hello: 'Hello "Leila",',
  body: 'Line one\nLine two & more',
  button: 'Open the booking',
  link: 'https://primp.test/login?a=1&b="2"',
  feet: ['First', 'Second'],
  publicUrl: 'https://primp.test',
}
const facts = {
  rows: [
    { label: 'When', value: '10:00 <b>sharp</b>' },
    { label: 'Where', value: '1 Lark Row' },
  ],
  map: { src: 'https://primp.test/map.png?x=1&y=2', alt: 'Map of "Lark Row"' },
  calendars: [
    { label: 'Google', href: 'https://calendar.example/?a=1&b=2' },
    { label: 'Apple', href: 'https://primp.test/a.ics' },
  ],
  data: { name: '</script><b>"&' },
}

test('a mail from a cached layout equals a mail that React renders whole', () => {
  const shapes = [
    mail,
    { ...mail, facts },
    { ...mail, facts: { rows: facts.rows, map: null } },
    { ...mail, button: null, facts: { rows: [], calendars: [], data: facts.data } },
    { ...mail, link: null, feet: [] },
    { ...mail, button: null, feet: [] },
  ]
  for (const shape of shapes) {
    // The second mail of a shape has other texts, and previews up to and over the longest one.
    for (const preview of ['', 'x', 'Sunday & more', 'y'.repeat(149), 'z'.repeat(150), '<'.repeat(151)]) {
      const other = {
        ...shape,
        preview,
        subject: `Another ${preview.length}`,
        hello: '',
        body: `${preview} \ue0000\ue001`,
      }
      expect(drawMail(other)).toBe(renderMailOnce(other))
    }
  }
})
