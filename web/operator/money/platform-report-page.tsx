import { Link, useLoaderData, useSearchParams } from 'react-router'
import { formatMoney, formatNumber } from '#contract/format.ts'
import { firstReportYears, form1099kThreshold } from '#contract/operator/platform-report.ts'
import { SellerState } from '#contract/payments/seller-identity.ts'
import { type Catalogue, countries, type Country, createTranslator } from '#contract/words.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { getMarketName } from '#web/ui/figures/figure.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { buildTableQuery, ListTable } from '#web/operator/table.tsx'
import styles from './ledger-page.module.css'
import tableStyles from '#web/ui/table.module.css'
import consoleStyles from '#web/operator/console.module.css'

const reportMessages = {
  'op.report': 'Platform report',
  'op.report.text': 'What the tax office of a market requires Primp to report about its artists each year.',
  'op.report.market': 'Market',
  'op.report.year': 'Year',
  'op.report.state': 'Tax identity',
  'op.report.state.missing': 'Missing',
  'op.report.state.overdue': 'Overdue, payouts on hold',
  'op.report.state.provided': 'Provided',
  'op.report.state.verified': 'Verified',
  'op.report.counts': 'Artists with payments in {year}',
  'op.report.download': 'Download report',
  'op.report.saved': {
    one: '1 artist reported. [[{others} not reported: see the second file.]]',
    other: '{n} artists reported. [[{others} not reported: see the second file.]]',
  },
  'op.report.scheme.GB': 'OECD XML for HMRC, due on 31 January. Completed services by quarter.',
  'op.report.scheme.CA':
    'OECD XML, to be converted to the Part XX return of the CRA, due on 31 January. Completed services by quarter.',
  'op.report.scheme.AU':
    'CSV, to be converted to the SERR file of the ATO, due on 31 July and 31 January. Completed services by half-year.',
  'op.report.scheme.US':
    'CSV for Form 1099-K. Payments by month, before refunds. Only artists above {gross} and {transactions} payments are reported.',
  'op.report.artist': 'Artist',
  'op.report.gross': 'Paid by customers',
  'op.report.fee': 'Our fee',
  'op.report.services': 'Services',
  'op.report.payments': 'Payments',
  'op.report.period': '{period}: {amount}',
  'op.report.end': 'Tax number ends with {end}',
  'op.report.empty': 'No artist had payments in this year',
} satisfies Catalogue

const t = createTranslator(reportMessages)
const o = createTranslator(operatorMessages)
const looks = { missing: 'outline', overdue: 'disabled', provided: 'info', verified: 'jadeSoft' } as const

type Query = { country: Country; year: number; state?: SellerState }

async function load(query: Query, cursor?: string) {
  const { sellers: rows, ...page } = await browserApi().platformReport.sellers({ ...query, cursor })
  return { ...page, rows }
}

/** Parses the filters in the address. Defaults to the UK and the current year. */
function readQuery(request: Request): Query {
  const asked = buildTableQuery(request, ['country', 'year', 'state'])
  const country = countries.find((one) => one === asked['country']) ?? 'GB'
  const thisYear = new Date().getFullYear()
  const year = listYears(country, thisYear).find((one) => String(one) === asked['year']) ?? thisYear
  const state = SellerState.safeParse(asked['state'])
  return { country, year, ...(state.success && { state: state.data }) }
}

const listYears = (country: Country, last: number): number[] =>
  Array.from({ length: Math.max(1, last - firstReportYears[country] + 1) }, (_, back) => last - back)

export const clientLoader = requireSession(async ({ request }) => {
  const query = readQuery(request)
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function PlatformReportPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const { country, year, state } = query
  const { currency, counts } = first
  const [, setAddress] = useSearchParams()
  const list = useRows(first, (cursor) => load(query, cursor))
  const go = (to: Partial<Query>) => {
    const next = { ...query, ...to }
    setAddress({ country: next.country, year: String(next.year), ...(next.state && { state: next.state }) })
  }
  const shown = (amount: number) => formatMoney(amount, currency, { decimals: 'always', mixed: true })
  return (
    <ConsoleFrame
      title={t('op.report')}
      text={t('op.report.text')}
      acts={<ReportDownload country={country} year={year} />}>
      <div className={consoleStyles.filter}>
        <SelectField
          label={t('op.report.market')}
          name="country"
          value={country}
          onChange={({ target }) => go({ country: target.value as Country })}>
          {countries.map((one) => (
            <option key={one} value={one}>
              {getMarketName(one)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('op.report.year')}
          name="year"
          value={year}
          onChange={({ target }) => go({ year: Number(target.value) })}>
          {listYears(country, new Date().getFullYear()).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('op.report.state')}
          name="state"
          value={state ?? ''}
          onChange={({ target }) =>
            setAddress({ country, year: String(year), ...(target.value && { state: target.value }) })
          }>
          <option value="">{o('op.filter.all')}</option>
          {SellerState.options.map((one) => (
            <option key={one} value={one}>
              {t(`op.report.state.${one}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <Note kind="info">
        {t(`op.report.scheme.${country}`, {
          gross: formatMoney(form1099kThreshold.gross, 'USD'),
          transactions: formatNumber(form1099kThreshold.transactions),
        })}
      </Note>
      <TitledCard title={t('op.report.counts', { year: String(year) })}>
        <dl className={styles.balances}>
          {SellerState.options.map((one) => (
            <div key={one}>
              <dt>{t(`op.report.state.${one}`)}</dt>
              <dd className="number">{formatNumber(counts[one])}</dd>
            </div>
          ))}
        </dl>
      </TitledCard>
      <ListTable
        list={list}
        name="platform-report"
        caption={t('op.report')}
        empty={t('op.report.empty')}
        clear={o('op.clear.filters')}
        columns={[
          t('op.report.artist'),
          t('op.report.state'),
          t('op.report.gross'),
          t('op.report.fee'),
          t(country === 'US' ? 'op.report.payments' : 'op.report.services'),
        ]}
        row={(seller) => (
          <tr key={seller.providerId}>
            <td>
              <Link className={consoleStyles.pickName} to={`/operator/providers/${seller.providerId}`}>
                {seller.name}
              </Link>
              {seller.taxNumberEnd && (
                <div className="micro muted">{t('op.report.end', { end: seller.taxNumberEnd })}</div>
              )}
            </td>
            <td>
              <Badge look={looks[seller.state]}>{t(`op.report.state.${seller.state}`)}</Badge>
            </td>
            <td className={tableStyles.amount}>
              {shown(seller.gross)}
              {seller.periods
                .filter(({ gross }) => gross !== 0)
                .map(({ period, gross }) => (
                  <div key={period} className="micro muted">
                    {t('op.report.period', { period, amount: shown(gross) })}
                  </div>
                ))}
            </td>
            <td className={tableStyles.amount}>{shown(seller.fee)}</td>
            <td className={tableStyles.amount}>{formatNumber(seller.services)}</td>
          </tr>
        )}
      />
    </ConsoleFrame>
  )
}

/** Downloads the report and, if artists are missing from it, their list. */
function ReportDownload({ country, year }: { country: Country; year: number }) {
  const { pending, run } = useForm({ toasts: true })
  const download = async () => {
    const done = await run(() => browserApi().platformReport.file({ country, year }))
    if (!done) return
    const { file, others, reported, notReported } = done.answer
    downloadFile(file.name, file.content, file.type)
    if (notReported > 0) downloadFile(others.name, others.content, others.type)
    showToast('success', t('op.report.saved', { n: reported, others: notReported > 0 ? notReported : null }))
  }
  return (
    <Button kind="secondary" loading={pending} onClick={download}>
      {t('op.report.download')}
    </Button>
  )
}

export const ErrorBoundary = ConsoleError
