import { useLoaderData, useRevalidator } from 'react-router'
import { formatMoney, formatNumber } from '#contract/format.ts'
import { firstReportYears, form1099kThreshold, type ReportExport } from '#contract/operator/platform-report.ts'
import { SellerState } from '#contract/payments/seller-identity.ts'
import { countries, type Country } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { getMarketName } from '#web/ui/figures/figure.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import tableStyles from '#web/ui/table.module.css'

const reportMessages = defineMessages({
  'operator.report': 'Platform report',
  'operator.report.text': 'The data about artists that the tax office of a market requires Primp to report each year.',
  'operator.report.market': 'Market',
  'operator.report.year': 'Year',
  'operator.report.state': 'Tax details',
  'operator.report.state.missing': 'Missing',
  'operator.report.state.overdue': 'Overdue, payouts on hold',
  'operator.report.state.provided': 'Provided',
  'operator.report.state.verified': 'Verified',
  'operator.report.download': 'Download report',
  'operator.report.saved':
    '{n, plural, one {1 artist reported.{corrected, select, undefined {} other { {corrected} corrected.}}{others, select, undefined {} other { {others} not reported: see the list.}}} other {{n} artists reported.{corrected, select, undefined {} other { {corrected} corrected.}}{others, select, undefined {} other { {others} not reported: see the list.}}}}',
  'operator.report.unchanged': 'Nothing has changed since the report was filed.',
  'operator.report.exports': 'Exports of {year}',
  'operator.report.exports.text':
    'Once the tax office has accepted a file, mark its export as filed. The next export then has only what changed.',
  'operator.report.exported': 'Exported',
  'operator.report.content': 'Content',
  'operator.report.content.new': '{n, plural, one {1 artist} other {{n} artists}}',
  'operator.report.content.corrected': '{n, plural, one {1 correction} other {{n} corrections}}',
  'operator.report.filed': 'Filed',
  'operator.report.filed.at': 'Filed on {date}',
  'operator.report.filed.no': 'Not filed',
  'operator.report.file': 'Mark as filed',
  'operator.report.file.title': 'Mark this export as filed?',
  'operator.report.file.text':
    'Later exports of {year} will have only corrections and new artists. You cannot undo this.',
  'operator.report.scheme.GB': 'OECD XML for HMRC, due on 31 January. Completed services by quarter.',
  'operator.report.scheme.CA':
    'OECD XML, to be converted to the Part XX return of the CRA, due on 31 January. Completed services by quarter.',
  'operator.report.scheme.AU':
    'CSV, to be converted to the SERR file of the ATO, due on 31 July and 31 January. Completed services by half-year.',
  'operator.report.scheme.US':
    'CSV for Form 1099-K. Payments by month, before refunds. Only artists above {gross} and {transactions} payments are reported.',
  'operator.report.artist': 'Artist',
  'operator.report.gross': 'Total paid, with cash',
  'operator.report.gross.card': 'Paid by card',
  'operator.report.gross.text':
    'The total has the whole price of completed services, also what customers paid the artist on the day.',
  'operator.report.fee': 'Our fee',
  'operator.report.services': 'Services',
  'operator.report.payments': 'Payments',
  'operator.report.period': '{period}: {amount}',
  'operator.report.taxNumber': 'Tax number',
  'operator.report.periods': 'By period',
  'operator.report.end': 'ends with {end}',
  'operator.report.empty': 'No artist had payments in this year',
})

const t = createTranslator(reportMessages)
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
  const { country, year } = query
  const { currency, counts, exports } = first
  const [confirm, dialog] = useConfirmation()
  const list = useRows(first, (cursor) => load(query, cursor))
  const shown = (amount: number) => formatMoney(amount, currency, { decimals: 'always', mixed: true })
  return (
    <ConsoleFrame
      title={t('operator.report')}
      text={t('operator.report.text')}
      acts={<ReportDownload country={country} year={year} />}>
      <Note kind="info">
        {t(`operator.report.scheme.${country}`, {
          gross: formatMoney(form1099kThreshold.gross, 'USD'),
          transactions: formatNumber(form1099kThreshold.transactions),
        })}{' '}
        {country !== 'US' && t('operator.report.gross.text')}
      </Note>
      <FactStrip
        facts={SellerState.options.map((one) => ({
          label: t(`operator.report.state.${one}`),
          value: formatNumber(counts[one]),
        }))}
      />
      {exports.length > 0 && <Exports exports={exports} year={year} confirm={confirm} />}
      <ConsoleTable
        list={list}
        rowKey={({ providerId }) => providerId}
        name="platform-report"
        caption={t('operator.report')}
        empty={t('operator.report.empty')}
        filters={[
          {
            name: 'country',
            label: t('operator.report.market'),
            usual: country,
            options: countries.map((one) => [one, getMarketName(one)]),
          },
          {
            name: 'year',
            label: t('operator.report.year'),
            usual: String(year),
            options: listYears(country, new Date().getFullYear()).map((one) => [String(one), String(one)]),
          },
          {
            name: 'state',
            label: t('operator.report.state'),
            options: SellerState.options.map((one) => [one, t(`operator.report.state.${one}`)]),
          },
        ]}
        to={({ providerId }) => `/operator/providers/${providerId}`}
        columns={[
          { id: 'artist', label: t('operator.report.artist'), width: 60, cell: ({ name }) => name },
          {
            id: 'taxNumber',
            isWideOnly: true,
            label: t('operator.report.taxNumber'),
            cell: ({ taxNumberEnd }) => taxNumberEnd && t('operator.report.end', { end: taxNumberEnd }),
          },
          {
            id: 'state',
            label: t('operator.report.state'),
            cell: (seller) => <Badge look={looks[seller.state]}>{t(`operator.report.state.${seller.state}`)}</Badge>,
          },
          {
            id: 'periods',
            isWideOnly: true,
            label: t('operator.report.periods'),
            width: 40,
            cell: ({ periods }) =>
              periods
                .filter(({ gross }) => gross !== 0)
                .map(({ period, gross }) => t('operator.report.period', { period, amount: shown(gross) }))
                .join(', '),
          },
          {
            id: 'fee',
            isWideOnly: true,
            label: t('operator.report.fee'),
            kind: 'number',
            isLabelled: true,
            cell: ({ fee }) => shown(fee),
          },
          {
            id: 'services',
            label: t(country === 'US' ? 'operator.report.payments' : 'operator.report.services'),
            kind: 'number',
            isLabelled: true,
            cell: ({ services }) => formatNumber(services),
          },
          {
            id: 'gross',
            label: t(country === 'US' ? 'operator.report.gross.card' : 'operator.report.gross'),
            kind: 'number',
            isLead: true,
            cell: ({ gross }) => shown(gross),
          },
        ]}
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
      title: t('operator.report.file.title'),
      text: t('operator.report.file.text', { year: String(year) }),
      act: t('operator.report.file'),
      plain: true,
      run: (_, key) => browserApi().platformReport.markFiled({ reportId: id }, { key }),
    })
  return (
    <TitledCard title={t('operator.report.exports', { year: String(year) })}>
      <p className="muted">{t('operator.report.exports.text')}</p>
      <div className={tableStyles.tableScroll}>
        <table className={tableStyles.table}>
          <caption className="visually-hidden">{t('operator.report.exports', { year: String(year) })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('operator.report.exported')}</th>
              <th scope="col">{t('operator.report.content')}</th>
              <th scope="col">{t('operator.report.filed')}</th>
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
                  {t('operator.report.content.new', { n: one.reported })}
                  {one.corrected > 0 && <div>{t('operator.report.content.corrected', { n: one.corrected })}</div>}
                </td>
                <td>
                  {one.filedAt ? (
                    t('operator.report.filed.at', { date: formatOperatorMoment(one.filedAt) })
                  ) : one.canFile ? (
                    <Button
                      size="small"
                      kind="secondary"
                      aria-label={`${t('operator.report.file')}, ${formatOperatorMoment(one.exportedAt)}`}
                      onClick={() => ask(one)}>
                      {t('operator.report.file')}
                    </Button>
                  ) : (
                    t('operator.report.filed.no')
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
    showToast('success', file || corrections ? t('operator.report.saved', counts) : t('operator.report.unchanged'))
    await revalidate()
  }
  return (
    <Button kind="secondary" loading={pending} onClick={download}>
      {t('operator.report.download')}
    </Button>
  )
}

export const ErrorBoundary = ConsoleError
