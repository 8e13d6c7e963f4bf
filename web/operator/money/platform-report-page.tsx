import { Link, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { formatMoney, formatNumber } from '#contract/format.ts'
import { firstReportYears, form1099kThreshold, type ReportExport } from '#contract/operator/platform-report.ts'
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
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import styles from './ledger-page.module.css'
import tableStyles from '#web/ui/table.module.css'
import consoleStyles from '#web/operator/console.module.css'

const reportMessages = {
  'op.report': 'Platform report',
  'op.report.text': 'The data about artists that the tax office of a market requires Primp to report each year.',
  'op.report.market': 'Market',
  'op.report.year': 'Year',
  'op.report.state': 'Tax details',
  'op.report.state.missing': 'Missing',
  'op.report.state.overdue': 'Overdue, payouts on hold',
  'op.report.state.provided': 'Provided',
  'op.report.state.verified': 'Verified',
  'op.report.counts': 'Artists with payments in {year}',
  'op.report.download': 'Download report',
  'op.report.saved': {
    one: '1 artist reported. [[{corrected} corrected.]] [[{others} not reported: see the list.]]',
    other: '{n} artists reported. [[{corrected} corrected.]] [[{others} not reported: see the list.]]',
  },
  'op.report.unchanged': 'Nothing has changed since the report was filed.',
  'op.report.exports': 'Exports of {year}',
  'op.report.exports.text':
    'Once the tax office has accepted a file, mark its export as filed. The next export then has only what changed.',
  'op.report.exported': 'Exported',
  'op.report.content': 'Content',
  'op.report.content.new': { one: '1 artist', other: '{n} artists' },
  'op.report.content.corrected': { one: '1 correction', other: '{n} corrections' },
  'op.report.filed': 'Filed',
  'op.report.filed.at': 'Filed on {date}',
  'op.report.filed.no': 'Not filed',
  'op.report.file': 'Mark as filed',
  'op.report.file.title': 'Mark this export as filed?',
  'op.report.file.text': 'Later exports of {year} will have only corrections and new artists. You cannot undo this.',
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
  const { currency, counts, exports } = first
  const [confirm, dialog] = useConfirmation()
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
      <div className={styles.filters}>
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
      {exports.length > 0 && <Exports exports={exports} year={year} confirm={confirm} />}
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
            <td className={tableStyles.amount}>
              <span className={tableStyles.label}>{t('op.report.fee')} </span>
              {shown(seller.fee)}
            </td>
            <td className={tableStyles.amount}>
              <span className={tableStyles.label}>
                {t(country === 'US' ? 'op.report.payments' : 'op.report.services')}{' '}
              </span>
              {formatNumber(seller.services)}
            </td>
          </tr>
        )}
      />
      {dialog}
    </ConsoleFrame>
  )
}

interface ExportsProps {
  exports: readonly ReportExport[]
  year: number
  confirm: (confirmation: Confirmation) => void
}

/** Lists the exports of a year. An operator marks the one that the tax office has accepted. */
function Exports({ exports, year, confirm }: ExportsProps) {
  const ask = ({ id }: ReportExport) =>
    confirm({
      title: t('op.report.file.title'),
      text: t('op.report.file.text', { year: String(year) }),
      act: t('op.report.file'),
      plain: true,
      run: (_, key) => browserApi().platformReport.markFiled({ reportId: id }, { key }),
    })
  return (
    <TitledCard title={t('op.report.exports', { year: String(year) })}>
      <p className="muted">{t('op.report.exports.text')}</p>
      <div className={tableStyles.tableScroll}>
        <table className={tableStyles.table}>
          <caption className="visually-hidden">{t('op.report.exports', { year: String(year) })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('op.report.exported')}</th>
              <th scope="col">{t('op.report.content')}</th>
              <th scope="col">{t('op.report.filed')}</th>
            </tr>
          </thead>
          <tbody>
            {exports.map((one) => (
              <tr key={one.id}>
                <td>
                  {formatOperatorMoment(one.exportedAt)}
                  <div className="micro muted">{one.exportedBy || '–'}</div>
                </td>
                <td>
                  {t('op.report.content.new', { n: one.reported })}
                  {one.corrected > 0 && <div>{t('op.report.content.corrected', { n: one.corrected })}</div>}
                </td>
                <td>
                  {one.filedAt ? (
                    t('op.report.filed.at', { date: formatOperatorMoment(one.filedAt) })
                  ) : one.canFile ? (
                    <Button
                      size="small"
                      kind="secondary"
                      aria-label={`${t('op.report.file')}, ${formatOperatorMoment(one.exportedAt)}`}
                      onClick={() => ask(one)}>
                      {t('op.report.file')}
                    </Button>
                  ) : (
                    t('op.report.filed.no')
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </TitledCard>
  )
}

/** Downloads the report, corrections of a filed one, and the list of artists who are not in it. */
function ReportDownload({ country, year }: { country: Country; year: number }) {
  const { pending, run } = useForm({ toasts: true })
  const { revalidate } = useRevalidator()
  const download = async () => {
    const done = await run(() => browserApi().platformReport.file({ country, year }))
    if (!done) return
    const { file, corrections, others, reported, corrected, notReported } = done.answer
    for (const one of [file, corrections, notReported > 0 ? others : null])
      if (one) downloadFile(one.name, one.content, one.type)
    const counts = { n: reported, corrected: corrected || null, others: notReported || null }
    showToast('success', file || corrections ? t('op.report.saved', counts) : t('op.report.unchanged'))
    await revalidate()
  }
  return (
    <Button kind="secondary" loading={pending} onClick={download}>
      {t('op.report.download')}
    </Button>
  )
}

export const ErrorBoundary = ConsoleError
