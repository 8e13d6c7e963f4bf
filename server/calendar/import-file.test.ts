import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImportOptions } from '#contract/calendar/client-imports.ts'
import { detectTool, mapColumns } from './map-columns.ts'
import { readImport } from './import-file.ts'

const read = (content: string | Uint8Array, options: Partial<ImportOptions> = {}, country = 'GB') =>
  readImport(
    typeof content === 'string' ? new TextEncoder().encode(content) : content,
    { fileName: '', answers: [], ...options },
    { country, tz: 'Europe/London' },
  )
const clientsOf = async (...args: Parameters<typeof read>) => {
  const { rows } = await read(...args)
  return [...new Set(rows.flatMap(({ person }) => person ?? []))].map(({ client }) => client)
}
const appointmentsOf = async (...args: Parameters<typeof read>) => {
  const { rows } = await read(...args)
  return [...new Set(rows.flatMap(({ appointment }) => appointment ?? []))].map(({ fields }) => fields)
}

const text = 'Name,Phone,Note\r\nZoë O’Brien,07700 900123,Café – £20\r\nBjörk,07700 900124,fine\r\n'
const single = (letters: Record<string, number>) => (all: string) =>
  Uint8Array.from([...all], (letter) => letters[letter] ?? letter.charCodeAt(0))
const utf16 = (all: string, big = false) => {
  const bytes = Buffer.from(all, 'utf16le')
  return big ? bytes.swap16() : bytes
}
const windows1252 = single({ '’': 0x92, '–': 0x96 })
const macRoman = single({ ë: 0x91, '’': 0xd5, é: 0x8e, '–': 0xd0, '£': 0xa3, ö: 0x9a })

test('a file is parsed in every encoding and with every delimiter', async () => {
  const expected = [
    { name: 'Zoë O’Brien', phone: '07700 900123', note: 'Café – £20' },
    { name: 'Björk', phone: '07700 900124', note: 'fine' },
  ]
  const files: [string, Uint8Array, Partial<ImportOptions>?][] = [
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', utf16(`\ufeff${text}`)],
    ['utf-16le', utf16(text)],
    ['utf-16be', utf16(`\ufeff${text}`, true)],
    ['utf-16be', utf16(text, true)],
    ['windows-1252', windows1252(text)],
    ['macintosh', macRoman(text), { encoding: 'macintosh' }],
  ]
  for (const [encoding, bytes, options] of files) {
    const file = await read(bytes, options)
    expect([encoding, file.encoding]).toEqual([encoding, encoding])
    expect(await clientsOf(bytes, options)).toMatchObject(expected)
  }
  for (const [name, character] of [
    ['semicolon', ';'],
    ['tab', '\t'],
    ['pipe', '|'],
  ] as const) {
    const content = text.replaceAll(',', character)
    expect((await read(content)).delimiter).toBe(name)
    expect(await clientsOf(content)).toMatchObject(expected)
    expect(await clientsOf(`sep=${character}\r\n${content}`)).toMatchObject(expected)
  }
  for (const content of ['Name\tPhone\r\nZoë\t1\r\n', 'Name;Phone\n\nZoë;1\n\n', 'A title\n\nName|Phone\nZoë|1'])
    expect(await clientsOf(content)).toMatchObject([{ name: 'Zoë', phone: '1' }])
  expect(await clientsOf('Name\nZoë, the first\nEve\n')).toMatchObject([{ name: 'Zoë, the first' }, { name: 'Eve' }])
  expect(await clientsOf(text.replaceAll('\r\n', '\r'))).toMatchObject(expected)
  expect(await clientsOf('sep=;\r\nName\r\nZoë, the first\r\n')).toMatchObject([{ name: 'Zoë, the first' }])
  expect(await clientsOf(windows1252('Name,Phone\r\nZoë,1\r\n'))).toMatchObject([{ name: 'Zoë' }])
})

test('first and last name, addresses and allergies of several columns are joined', async () => {
  const content = [
    'First Name,Last Name,Email,Street Address 1,City,Postal Code,Allergies,Allergy notes,Instagram',
    'Ada,Obi,ada@mail.example; second@mail.example,1 High St,Leeds,LS1 1AA,Latex,"Nuts, latex",@ada',
    'Zoë,,="07700900123",,,,,,',
  ].join('\n')
  expect(await clientsOf(content)).toEqual([
    {
      name: 'Ada Obi',
      email: 'ada@mail.example',
      phone: '',
      address: '1 High St, Leeds, LS1 1AA',
      allergies: 'Latex, Nuts, latex',
      note: 'Instagram: @ada\nsecond@mail.example',
    },
    { name: 'Zoë', email: '', phone: '', address: '', allergies: '', note: '07700900123' },
  ])
})

test('of several phone numbers the mobile number is saved, and the others go into the note', async () => {
  const content = 'Name,Home phone,Mobile,Work phone\nAda,01632 960001,07700 900123,none\nEve,01632 960002,,'
  expect(await clientsOf(content)).toMatchObject([
    { name: 'Ada', phone: '07700 900123', note: 'Home phone: 01632 960001\nWork phone: none' },
    { name: 'Eve', phone: '01632 960002', note: '' },
  ])
})

test('rows are merged into one person only if they identify the same one', async () => {
  const clients = await clientsOf(
    [
      'Name,Email,Phone,Allergies,Notes',
      'Ada Obi,ada@mail.example,07700 900123,Latex,Fringe',
      'OBI Ada,ADA@mail.example,,Nuts,Blonde',
      'Ife Obi,,07700 900123,,Her daughter',
      'Ada Obi,other@mail.example,07700 900999,,',
      'Ada Obi,,,Wheat,',
      'Ada Obi,,,,',
    ].join('\n'),
  )
  expect(clients.map(({ name, email, allergies, note }) => [name, email, allergies, note])).toEqual([
    ['Ada Obi', 'ada@mail.example', 'Latex, Nuts', 'Fringe\nBlonde'],
    ['Ife Obi', '', '', 'Her daughter'],
    ['Ada Obi', 'other@mail.example', '', ''],
    ['Ada Obi', '', 'Wheat', ''],
    ['Ada Obi', '', '', ''],
  ])
})

test('rows with two different references of one tool are two clients', async () => {
  const content = [
    'Client ID,First Name,Last Name,Mobile Number',
    '7,Ada,Obi,07700 900123',
    '8,Ada,Obi,07700 900123',
    '7,Ada,Obi-Lane,',
  ].join('\n')
  const { rows } = await read(content)
  expect(rows.map(({ person }) => [person?.row, person?.candidates])).toEqual([
    [2, []],
    [3, [2]],
    [2, []],
  ])
})

test('a list of appointments with names only creates one client per name', async () => {
  const file = await read('Client,Date,Time\nAda Obi,12/06/2027,10:00\nada obi,13/06/2027,10:00\nEve,14/06/2027,9:00')
  expect(new Set(file.rows.map(({ person }) => person)).size).toBe(2)
})

test('instants are converted to the local time of the artist', async () => {
  const content = 'Client,Start,End\nAda,2027-06-12T09:30:00Z,2027-06-12T11:00:00Z'
  expect(await appointmentsOf(content)).toMatchObject([{ eventDate: '2027-06-12', startTime: '10:30', minutes: 90 }])
})

test('several rows with one reference are one appointment', async () => {
  const head = 'Ref #,Client,Service,Scheduled Date,Duration,Price,Status'
  const [one, two] = await appointmentsOf(
    [
      head,
      'A1,Ada Obi,Lashes,12/06/2027 11:00,30,"20,50",Confirmed',
      'A1,Ada Obi,Brows,12/06/2027 10:00,60,"40,00",Confirmed',
      'A1,Ada Obi,Nails,12/06/2027 10:00,60,"99,00",Cancelled',
      'A2,Ada Obi,Brows,13/06/2027 10:00,60,40,No show',
      'A2,Ada Obi,Brows,13/06/2027 10:00,60,40,No show',
    ].join('\n'),
  )
  expect(one).toEqual({
    eventDate: '2027-06-12',
    startTime: '10:00',
    minutes: 90,
    services: 'Lashes, Brows',
    place: '',
    price: 60.5,
    note: '',
    cancelled: false,
  })
  expect(two).toMatchObject({ price: 40, minutes: 60, services: 'Brows', cancelled: true, note: 'No show' })
  const total = await appointmentsOf(
    `${head.replace('Price', 'Total price')}\nB1,Eve,Brows,12/06/2027 10:00,60,60,\nB1,Eve,Lashes,12/06/2027 10:00,30,60,`,
  )
  expect(total).toMatchObject([{ price: 60, minutes: 90, services: 'Brows, Lashes' }])
})

test('each row is imported, or skipped with its reason', async () => {
  const file = await read(
    [
      'Customer;Date;From;To;Service;Price;Status;Staff;Note',
      'Priyanka N;24/11/2026;10:00;11:30;Brows;42,50;Confirmed;Mia;Left first',
      ';24/11/2026;10:00;11:30;Brows;42;;;',
      'Ada;31/02/2026;10:00;11:00;Brows;42;;;',
      'Ada;24/11/2026;early;11:00;Brows;42;;;',
      'Ada;24/11/2026;12:00;12:00;Brows;42;;;',
      'Ada;24/11/2026;12:00;13:00;Brows;a gift;;;',
      'Ada;24/11/2026;12:00;13:00;Brows;(12.00);;;',
      'Ada;24/11/2026;12:00;13:00;Brows;42;;;;one more',
      `Ada;24/11/2026;14:00;15:00;Brows;42;;;${'long '.repeat(900)}`,
      'Ada;24/11/2026;23:30;00:30;Brows;;No show;;;;',
    ].join('\r\n'),
  )
  expect(file.rows.map(({ row, why, appointment }) => [row, why ?? appointment?.why ?? null])).toEqual([
    [2, null],
    [3, 'name'],
    [4, 'date'],
    [5, 'time'],
    [6, 'minutes'],
    [7, 'price'],
    [8, 'negative'],
    [9, 'broken'],
    [10, 'long'],
    [11, null],
  ])
  expect(file.rows[0]?.appointment?.fields).toMatchObject({
    eventDate: '2026-11-24',
    startTime: '10:00',
    minutes: 90,
    price: 42.5,
    cancelled: false,
    note: 'Staff: Mia\nLeft first',
  })
  expect(file.rows[9]?.appointment?.fields).toMatchObject({ minutes: 60, price: null, cancelled: true })
})

test('a file without rows, or with too many, is refused', async () => {
  for (const content of ['Name', 'Name\n\n', ' '])
    await expect(read(content)).rejects.toMatchObject({ code: 'import_unreadable' })
  await expect(read(`Name\n${'Ada\n'.repeat(5_001)}`)).rejects.toMatchObject({ code: 'import_too_long' })
  await expect(read(new Uint8Array(4_000_001))).rejects.toMatchObject({ code: 'import_too_long' })
})

const exportsOfTools: [string, string, string[]][] = [
  [
    'fresha',
    'Client ID,First Name,Last Name,Full Name,Blocked,Gender,Mobile Number,Telephone,Email,Date of Birth,City,Note',
    [
      'clientReference',
      'firstName',
      'lastName',
      'leave',
      'note',
      'note',
      'phone',
      'phone',
      'email',
      'note',
      'address',
      'note',
    ],
  ],
  [
    'fresha',
    'Appointment reference,Client,Scheduled date,Scheduled time,Duration,Services,Status',
    ['reference', 'name', 'date', 'time', 'minutes', 'services', 'status'],
  ],
  [
    'fresha',
    'Ref #,Client,Service,Team member,Scheduled Date,Duration,Price,Status',
    ['reference', 'name', 'services', 'note', 'date', 'minutes', 'price', 'status'],
  ],
  [
    'square',
    'Reference ID,First Name,Last Name,Email Address,Phone Number,Street Address 1,Street Address 2,City,State,Postal Code,Memo,Square Customer ID',
    [
      'note',
      'firstName',
      'lastName',
      'email',
      'phone',
      'address',
      'address',
      'address',
      'address',
      'address',
      'note',
      'clientReference',
    ],
  ],
  [
    'square',
    'Customer Name,Phone Number,Service,Date,Time,Staff,Duration,Price',
    ['name', 'phone', 'services', 'date', 'time', 'note', 'minutes', 'price'],
  ],
  [
    'acuity',
    'Start Time,End Time,First Name,Last Name,Phone,Email,Type,Calendar,Appointment Price,Notes,Appointment ID',
    ['date', 'endTime', 'firstName', 'lastName', 'phone', 'email', 'services', 'note', 'price', 'note', 'reference'],
  ],
  [
    'google',
    'First Name,Middle Name,Last Name,Phonetic First Name,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value,Address 1 - Formatted,Address 1 - City',
    [
      'firstName',
      'firstName',
      'lastName',
      'note',
      'note',
      'leave',
      'leave',
      'email',
      'leave',
      'phone',
      'phone',
      'address',
      'leave',
    ],
  ],
  [
    'google',
    'Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Value',
    ['name', 'firstName', 'lastName', 'leave', 'email', 'phone'],
  ],
  [
    'vagaro',
    'Name,First Name,Last Name,Email,Mobile,Day Phone,Night Phone,Address,Apt/Suite,City,State,Zip,Birthdate',
    [
      'leave',
      'firstName',
      'lastName',
      'email',
      'phone',
      'phone',
      'phone',
      'address',
      'address',
      'address',
      'address',
      'address',
      'note',
    ],
  ],
  ['booksy', 'Client Name,Phone,Email,First Visit,Last Visit', ['name', 'phone', 'email', 'note', 'note']],
  [
    'booksy',
    'Booking ID,Customer name,Phone,E-mail,Service name,Date,From,To,Price,Booking status',
    ['reference', 'name', 'phone', 'email', 'services', 'date', 'time', 'endTime', 'price', 'status'],
  ],
  [
    'timely',
    'Customer ID,First name,Last name,Email,SMS number,Telephone,Suburb',
    ['clientReference', 'firstName', 'lastName', 'email', 'phone', 'phone', 'address'],
  ],
  [
    'glossgenius',
    'Client First Name,Client Last Name,Client Phone,Client Email',
    ['firstName', 'lastName', 'phone', 'email'],
  ],
  ['other', 'Full name,Tel,Email,Post code,Birthday', ['name', 'phone', 'email', 'address', 'note']],
  [
    'other',
    'Name,Home phone,Mobile,E-mail 2,Accepts email,Phone verified,Email marketing',
    ['name', 'phone', 'phone', 'email', 'note', 'note', 'note'],
  ],
  ['other', 'Customer,Where,Day,Start time,Treatment', ['name', 'place', 'date', 'time', 'services']],
]

test('the exports of known tools are recognised and mapped, and unknown columns go into the note', () => {
  for (const [tool, header, targets] of exportsOfTools) {
    const heads = header.split(',')
    expect([header, detectTool(heads)]).toEqual([header, tool])
    expect([header, mapColumns(heads, detectTool(heads))]).toEqual([header, targets])
  }
})

test('the header row is found also below a report title', async () => {
  const content =
    'Appointment list\nFrom 1 Jun 2027\n\nRef #,Client,Scheduled Date,Price\nA1,Ada Obi,12/06/2027 10:00,40'
  const file = await read(content)
  expect(file.tool).toBe('fresha')
  expect(file.rows).toMatchObject([{ row: 5, appointment: { fields: { price: 40 } } }])
})

test('any cell is imported or skipped and never causes an error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 6 }),
      async (rows) => {
        fc.pre(rows.some((row) => row.some((cell) => cell.replaceAll(/[\p{C}\s]/gu, '') !== '')))
        const lines = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        const file = await read(['Client,Date,Time,Duration,Price', ...lines].join('\n'))
        for (const { person, why } of file.rows) expect(Boolean(person) !== Boolean(why)).toBe(true)
      },
    ),
  )
})

test('a cell built for slow parsing takes linear time', async () => {
  const heads = 'Name,Email,Phone,Date,Time,Duration,Price,Allergies,Status'
  const attacks = ['a@', 'a@a.', '.', '1 ', '1:', '1,', '1.', 'jan ', '1h ', ' ', "'", '\n', '- ', '+1'].map((part) =>
    part.repeat(100_000 / part.length),
  )
  const from = process.cpuUsage()
  for (const attack of attacks) {
    const row = ['Leila', ...Array<string>(8).fill(attack)].map((cell) => `"${cell}"`).join(',')
    await read(`${heads}\n${row}`)
    await read(`"${attack}"\n${row}`).catch(() => {})
  }
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(2_000)
})
