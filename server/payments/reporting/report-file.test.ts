import { describe, expect, test } from 'vitest'
import { buildOtherSellersCsv, buildReport } from './report-file.ts'
import { buildMessages, type FiledReport, type ReportedSeller } from './report-records.ts'

const platform = { legalName: 'Primp Ltd & Co', taxNumber: '1955839661', address: '1 Mill Lane, Leeds', id: 'XE1' }
const at = new Date('2027-01-10T09:00:00Z')
const quarters = ['Q1', 'Q2', 'Q3', 'Q4'].map((period, no) => ({
  period,
  gross: 100.6 * no,
  fee: 20 * no,
  services: no,
}))
const mia: ReportedSeller = {
  providerId: '00000000-0000-4000-8000-000000000001',
  isIndividual: true,
  firstName: 'Mia <3',
  name: 'Hollis & Sons',
  street: '1 "A" Street',
  city: 'Leeds',
  region: '',
  postcode: 'LS1 1AA',
  registrationNumber: '',
  taxNumberKind: 'nino',
  taxNumber: 'AB123456C',
  birthDate: '1990-01-02',
  email: 'mia@mail.example',
  updatedAt: new Date('2026-06-01T09:00:00Z'),
  periods: quarters,
  total: { gross: 603.6, fee: 120, services: 6 },
}
const salon: ReportedSeller = {
  ...mia,
  providerId: '00000000-0000-4000-8000-000000000002',
  isIndividual: false,
  firstName: '',
  name: 'Hollis Hair Ltd',
  region: 'Ontario',
  registrationNumber: '01234567',
  taxNumberKind: 'utr',
  birthDate: '',
}
type Country = 'GB' | 'CA' | 'AU' | 'US'
const buildAll = (
  country: Country,
  sellers: readonly ReportedSeller[],
  {
    currency = 'GBP',
    filed = null,
    address = platform.address,
  }: { currency?: string; filed?: FiledReport | null; address?: string } = {},
) => {
  const report = { country, year: 2026, platform: { ...platform, address }, at }
  return Promise.all(
    buildMessages({ ...report, sellers, filed }).map((message) => buildReport({ ...report, currency, message })),
  )
}
const build = async (country: Country, sellers: readonly ReportedSeller[], currency?: string) => {
  const [file] = await buildAll(country, sellers, currency ? { currency } : {})
  if (!file) throw new Error('no file')
  return file
}
/** Returns the texts of an element, in order. */
const textsOf = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}(?: [^>]*)?>([^<]*)</${element}>`, 'g'))].map(([, text]) => text)

test('the XML names the platform, the year and every seller with an identifier of their own', async () => {
  const { name, type, content } = await build('GB', [mia, salon])
  expect([name, type]).toEqual(['primp-GB-2026.xml', 'application/xml'])
  expect(content).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<DPI_OECD version="1.0" xmlns="urn:oecd:ties:dpi:v1"/,
  )
  expect(textsOf(content, 'SendingEntityIN')).toEqual(['XE1'])
  expect(textsOf(content, 'MessageTypeIndic')).toEqual(['DPI401'])
  expect(textsOf(content, 'ReportingPeriod')).toEqual(['2026-12-31'])
  const [message = ''] = textsOf(content, 'MessageRefId')
  expect(message).toMatch(/^GB2026GB-XE1-/)
  expect(textsOf(content, 'stf:DocRefId')).toEqual([`${message}_0`, `${message}_1`, `${message}_2`])
  expect(textsOf(content, 'TIN')).toEqual(['1955839661', 'AB123456C', 'AB123456C'])
})

test('the XML has whole amounts by quarter, and the consideration without the fee', async () => {
  const { content } = await build('GB', [mia])
  expect([1, 2, 3, 4].map((no) => textsOf(content, `ConsQ${no}`)[0])).toEqual(['0', '81', '161', '242'])
  expect([1, 2, 3, 4].map((no) => textsOf(content, `FeesQ${no}`)[0])).toEqual(['0', '20', '40', '60'])
  expect([1, 2, 3, 4].map((no) => textsOf(content, `NumbQ${no}`)[0])).toEqual(['0', '1', '2', '3'])
  expect([1, 2, 3, 4].map((no) => textsOf(content, `TaxQ${no}`)[0])).toEqual(['0', '0', '0', '0'])
  expect(content).toContain('<ConsQ2 currCode="GBP">')
})

test('the XML escapes names, and has the date of birth of individuals and the number of businesses', async () => {
  const { content } = await build('CA', [mia, salon], 'CAD')
  expect(textsOf(content, 'FirstName')).toEqual(['Mia &lt;3'])
  expect(textsOf(content, 'LastName')).toEqual(['Hollis &amp; Sons'])
  expect(textsOf(content, 'BirthDate')).toEqual(['1990-01-02'])
  expect(content).toContain('<IN issuedBy="CA" INType="BRN">01234567</IN>')
  expect(textsOf(content, 'CountrySubentity')).toEqual(['Ontario'])
})

test('an XML report without sellers says that there is nothing to report', async () => {
  const { content } = await build('GB', [])
  expect(textsOf(content, 'MessageTypeIndic')).toEqual(['DPI403'])
  expect(content).not.toContain('ReportableSeller')
})

describe('A report after another one was filed', () => {
  const exportedAt = new Date('2027-01-05T09:00:00Z')
  const filed: FiledReport = {
    operatorRef: 'GB2026GB-XE1-FIRST_0',
    platform,
    sellers: new Map([
      [mia.providerId, { docRef: 'GB2026GB-XE1-FIRST_1', periods: quarters, exportedAt }],
      [salon.providerId, { docRef: 'GB2026GB-XE1-SECOND_1', periods: quarters, exportedAt }],
    ]),
  }
  const moreInMay = quarters.map((sums) => (sums.period === 'Q2' ? { ...sums, gross: 500 } : sums))
  const newcomer = { ...mia, providerId: '00000000-0000-4000-8000-000000000003' }

  test('is empty if nothing changed', async () => {
    expect(await buildAll('GB', [mia, salon], { filed })).toEqual([])
  })

  test('corrects the artists whose figures changed, by the id of their newest record, and leaves out the others', async () => {
    const [file, ...more] = await buildAll('GB', [mia, { ...salon, periods: moreInMay }], { filed })
    expect(more).toEqual([])
    expect(file?.name).toBe('primp-GB-2026-corrections.xml')
    const { content = '' } = file ?? {}
    expect(textsOf(content, 'MessageTypeIndic')).toEqual(['DPI402'])
    expect(textsOf(content, 'stf:DocTypeIndic')).toEqual(['OECD0', 'OECD2'])
    const [message = ''] = textsOf(content, 'MessageRefId')
    expect(textsOf(content, 'stf:DocRefId')).toEqual([filed.operatorRef, `${message}_1`])
    expect(textsOf(content, 'stf:CorrDocRefId')).toEqual(['GB2026GB-XE1-SECOND_1'])
    expect(textsOf(content, 'ConsQ2')).toEqual(['480'])
  })

  test('corrects an artist whose tax identity changed since', async () => {
    const renamed = { ...mia, name: 'Hollis-Reed', updatedAt: new Date('2027-01-06T09:00:00Z') }
    const [file] = await buildAll('GB', [renamed, salon], { filed })
    expect(textsOf(file?.content ?? '', 'LastName')).toEqual(['Hollis-Reed'])
    expect(textsOf(file?.content ?? '', 'stf:CorrDocRefId')).toEqual(['GB2026GB-XE1-FIRST_1'])
  })

  test('has new artists in a message of their own', async () => {
    const files = await buildAll('GB', [{ ...mia, periods: moreInMay }, salon, newcomer], { filed })
    expect(files.map(({ name }) => name)).toEqual(['primp-GB-2026-corrections.xml', 'primp-GB-2026-additions.xml'])
    const [, { content } = { content: '' }] = files
    expect(textsOf(content, 'MessageTypeIndic')).toEqual(['DPI401'])
    expect(textsOf(content, 'stf:DocTypeIndic')).toEqual(['OECD0', 'OECD1'])
    expect(textsOf(content, 'stf:CorrDocRefId')).toEqual([])
    const messages = files.map((file) => textsOf(file.content, 'MessageRefId')[0])
    expect(new Set(messages).size).toBe(2)
  })

  test('corrects the platform if its address changed, and refers to the correction', async () => {
    const files = await buildAll('GB', [mia, salon, newcomer], { filed, address: '2 Mill Lane, Leeds' })
    const [corrections = '', additions = ''] = files.map(({ content }) => content)
    expect(textsOf(corrections, 'stf:DocTypeIndic')).toEqual(['OECD2'])
    expect(textsOf(corrections, 'stf:CorrDocRefId')).toEqual([filed.operatorRef])
    expect(textsOf(corrections, 'AddressFree')).toEqual(['2 Mill Lane, Leeds'])
    expect(textsOf(additions, 'stf:DocRefId')[0]).toBe(textsOf(corrections, 'stf:DocRefId')[0])
  })

  test('marks corrected forms in the US', async () => {
    const changed = { ...mia, taxNumberKind: 'ssn', total: { gross: 10, fee: 2, services: 1 }, periods: moreInMay }
    const [file] = await buildAll('US', [changed], { currency: 'USD', filed })
    const [head = '', row = ''] = file?.content.split('\r\n') ?? []
    expect(head.split(',')[0]).toBe('Corrected')
    expect(row.split(',')[0]).toBe('X')
  })
})

test('the Australian report has a row for each half-year with payments', async () => {
  const halves = [
    { period: 'H1', gross: 0, fee: 0, services: 0 },
    { period: 'H2', gross: 250.5, fee: 50, services: 3 },
  ]
  const { name, content } = await build('AU', [{ ...mia, taxNumberKind: 'abn', periods: halves }], 'AUD')
  expect(name).toBe('primp-AU-2026.csv')
  const [head = '', row = '', end] = content.split('\r\n')
  expect(head).toContain('Reporter ABN,Reporter name')
  expect(row).toContain('2026-07-01,2026-12-31,Individual')
  expect(row).toMatch(/,3,250\.50,50\.00,0\.00,AUD$/)
  expect(end).toBe('')
})

test('the US report has the boxes of Form 1099-K, with a column for each month', async () => {
  const periods = Array.from({ length: 12 }, (_, no) => ({
    period: String(no + 1).padStart(2, '0'),
    gross: 2_000,
    fee: 400,
    services: 20,
  }))
  const total = { gross: 24_000, fee: 4_800, services: 240 }
  const { content } = await build('US', [{ ...mia, taxNumberKind: 'ssn', periods, total }], 'USD')
  const [head = '', row = ''] = content.split('\r\n')
  expect(head.split(',').slice(-12)).toEqual(expect.arrayContaining(['5a January', '5l December']))
  expect(row).toContain(',X,24000.00,24000.00,7230,240,0.00,2000.00')
  expect(row.split(',').length).toBe(head.split(',').length)
})

test('sellers who are not reported are listed with the reason', () => {
  const seller = { providerId: mia.providerId, name: '=Mia', gross: 10, fee: 2, services: 1 }
  expect(
    buildOtherSellersCsv(
      [
        { ...seller, reason: 'missing' },
        { ...seller, reason: 'below_threshold' },
      ],
      'USD',
    ).split('\r\n'),
  ).toEqual([
    'Artist,Artist ID,Reason,Gross amount,Fees,Services,Currency',
    `'=Mia,${mia.providerId},Tax details missing,10.00,2.00,1,USD`,
    `'=Mia,${mia.providerId},Below the federal threshold of Form 1099-K,10.00,2.00,1,USD`,
    '',
  ])
})
