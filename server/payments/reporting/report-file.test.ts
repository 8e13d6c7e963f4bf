import { expect, test } from 'vitest'
import { buildOtherSellersCsv, buildReport, type ReportedSeller } from './report-file.ts'

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
  periods: quarters,
  total: { gross: 603.6, fee: 120, services: 6 },
}
const salon: ReportedSeller = {
  ...mia,
  isIndividual: false,
  firstName: '',
  name: 'Hollis Hair Ltd',
  region: 'Ontario',
  registrationNumber: '01234567',
  taxNumberKind: 'utr',
  birthDate: '',
}
const build = (country: 'GB' | 'CA' | 'AU' | 'US', sellers: readonly ReportedSeller[], currency = 'GBP') =>
  buildReport({ country, year: 2026, currency, platform, sellers, at })
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
    `'=Mia,${mia.providerId},Tax identity missing,10.00,2.00,1,USD`,
    `'=Mia,${mia.providerId},Below the federal threshold of Form 1099-K,10.00,2.00,1,USD`,
    '',
  ])
})
