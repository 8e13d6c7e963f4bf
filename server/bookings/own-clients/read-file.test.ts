import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { amountIn, dateIn, dayFirstIn, minutesIn, timeIn } from './read-cells.ts'
import { guessColumns } from './read-columns.ts'
import { readFile } from './read-file.ts'

describe('cells', () => {
  test('a day is read however it is written, and one that is none is not', () => {
    const sameDay = [
      '2026-11-24',
      '24/11/2026',
      '24.11.26',
      '24 Nov 2026',
      'Tue, 24 November 2026, 10:00',
      'Nov 24, 2026 10:00 AM',
      '24-Nov-26',
      '24th November 2026',
      '2026-11-24T10:00:00',
    ]
    for (const said of sameDay) expect([said, dateIn(said, true)]).toEqual([said, '2026-11-24'])
    expect(dateIn('11/24/2026', false)).toBe('2026-11-24')
    for (const said of ['', '31/02/2026', 'soon', '2026-13-01', '45'])
      expect([said, dateIn(said, true)]).toEqual([said, null])
  })

  test('any day comes back from the ways of writing it, in both orders', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000 }), (days) => {
        const day = Temporal.PlainDate.from('2020-01-01').add({ days })
        const two = (n: number) => String(n).padStart(2, '0')
        expect(dateIn(`${two(day.day)}/${two(day.month)}/${day.year}`, true)).toBe(day.toString())
        expect(dateIn(`${day.month}/${day.day}/${two(day.year % 100)}`, false)).toBe(day.toString())
        expect(dateIn(day.toLocaleString('en-GB', { dateStyle: 'full' }), true)).toBe(day.toString())
        expect(dateIn(day.toLocaleString('en-US', { dateStyle: 'medium' }), false)).toBe(day.toString())
      }),
    )
  })

  test('which number is the day is told by one that can be no month', () => {
    expect(dayFirstIn(['03/04/2026', '24/11/2026'])).toBe(true)
    expect(dayFirstIn(['03/04/2026', '11/24/2026'])).toBe(false)
    expect(dayFirstIn(['03/04/2026', '2026-11-24', ''])).toBeNull()
  })

  test('times, lengths and amounts are read, and what is none is not', () => {
    const times = {
      '10:00 AM': '10:00',
      '9am': '09:00',
      '12:15 am': '00:15',
      '12 p.m.': '12:00',
      '14:30': '14:30',
      '2026-11-24 08:05:00': '08:05',
      '24 Nov 2026, 3:45pm': '15:45',
      '25:00': null,
      '2026-11-24': null,
      noon: null,
    }
    for (const [said, time] of Object.entries(times)) expect([said, timeIn(said)]).toEqual([said, time])
    const lengths = {
      '90': 90,
      '90 min': 90,
      '1h 30min': 90,
      '1.5 hours': 90,
      '1:30': 90,
      '2h': 120,
      '0': null,
      long: null,
      '': null,
    }
    for (const [said, minutes] of Object.entries(lengths)) expect([said, minutesIn(said)]).toEqual([said, minutes])
    const amounts = {
      '£42.50': 42.5,
      '42,50': 42.5,
      'US$1,250.00': 1250,
      '1,250': 1250,
      '85': 85,
      free: null,
      '': null,
    }
    for (const [said, amount] of Object.entries(amounts)) expect([said, amountIn(said)]).toEqual([said, amount])
  })
})

describe('columns', () => {
  test('are known as Fresha, Square and Booksy head them, and what is not known goes into the note', () => {
    expect(
      guessColumns(['Ref #', 'Client', 'Service', 'Team member', 'Scheduled Date', 'Duration', 'Price', 'Status']),
    ).toEqual(['reference', 'name', 'services', 'note', 'date', 'minutes', 'price', 'status'])
    expect(
      guessColumns([
        'First Name',
        'Last Name',
        'Email Address',
        'Phone Number',
        'Street Address 1',
        'Memo',
        'Birthday',
      ]),
    ).toEqual(['firstName', 'lastName', 'email', 'phone', 'place', 'note', 'note'])
    expect(
      guessColumns([
        'Booking ID',
        'Customer name',
        'Phone',
        'E-mail',
        'Service name',
        'Date',
        'From',
        'To',
        'Price',
        'Booking status',
      ]),
    ).toEqual(['reference', 'name', 'phone', 'email', 'services', 'date', 'time', 'endTime', 'price', 'status'])
  })
})

describe('a file', () => {
  test('is read row by row: each is understood, or left with its reason and nothing of it lost', () => {
    const file = readFile(
      [
        'Customer;Date;From;To;Service;Price;Status;Staff;Note',
        'Priyanka N;24/11/2026;10:00;11:30;Brows;42,50;Confirmed;Mia;Left first',
        ';24/11/2026;10:00;11:30;Brows;42;;;',
        'Ada;31/02/2026;10:00;11:00;Brows;42;;;',
        'Ada;24/11/2026;early;11:00;Brows;42;;;',
        'Ada;24/11/2026;12:00;12:00;Brows;42;;;',
        'Ada;24/11/2026;12:00;13:00;Brows;a gift;;;',
        'Ada;24/11/2026;12:00;13:00;Brows;42;;;;one more',
        'Ada;24/11/2026;23:30;00:30;Brows;;No show;;',
      ].join('\r\n'),
      {},
      false,
    )
    expect(file.left.map(({ line, why }) => [line, why])).toEqual([
      [3, 'name'],
      [4, 'date'],
      [5, 'time'],
      [6, 'minutes'],
      [7, 'price'],
      [8, 'broken'],
    ])
    expect(file.left[5]?.cells.at(-1)).toBe('one more')
    expect(file.read.map(({ appointment }) => appointment)).toMatchObject([
      {
        eventDate: '2026-11-24',
        startTime: '10:00',
        minutes: 90,
        price: 42.5,
        cancelled: false,
        note: 'Staff: Mia\nLeft first',
      },
      { startTime: '23:30', minutes: 60, price: null, cancelled: true, note: 'No show' },
    ])
  })

  test('without a row, or with too many, is refused', () => {
    for (const content of ['Name', 'Name\n\n', ' '])
      expect(() => readFile(content, {}, false)).toThrow(expect.objectContaining({ code: 'import_unreadable' }))
    expect(() => readFile(`Name\n${'Ada\n'.repeat(5_001)}`, {}, false)).toThrow(
      expect.objectContaining({ code: 'import_too_long' }),
    )
  })

  test('whatever stands in it is read or left, and never a fault', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 6 }),
        (rows) => {
          // A file of empty lines alone is refused as a whole.
          fc.pre(rows.some((row) => row.some((cell) => cell.trim() !== '')))
          const text = [
            'Client,Date,Time,Duration,Price',
            ...rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')),
          ].join('\n')
          const file = readFile(text, {}, true)
          expect(file.read.length + file.left.length).toBe(file.all.length)
        },
      ),
    )
  })
})

test('a cell that is made to be slow is read in linear time', () => {
  const heads = 'Name,Email,Date,Time,Duration,Price'
  const attacks = ['a@', 'a@a.', '.', '1 ', '1:', 'jan ', '1h ', ' '].map((part) => part.repeat(200_000 / part.length))
  const from = process.cpuUsage()
  for (const attack of attacks) {
    const row = ['Leila', attack, attack, attack, attack, attack].map((cell) => `"${cell}"`).join(',')
    readFile(`${heads}\n${row}`, {}, false)
  }
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(1_000)
})
