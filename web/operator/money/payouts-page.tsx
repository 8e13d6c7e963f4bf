import { Link, useLoaderData } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { operatorMoney, OperatorPayout } from '#contract/operator/money.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { moneyMessages } from './money-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable, WhoseOnly } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatShortMoment } from '#web/operator/when.ts'
import { Badge } from '#web/ui/badge.tsx'

const t = createTranslator(moneyMessages)
const states = ['queued', 'sent', 'paid', 'failed'] as const
const looks = { queued: 'outline', sent: 'info', paid: 'jadeSoft', failed: 'disabled' } as const
type Query = {
  text?: string
  state?: (typeof states)[number]
  providerId?: string
  sort?: InputOf<typeof operatorMoney.payouts>['sort']
}
const cash = (amount: number, currency: string) => formatMoney(amount, currency, { decimals: 'always', mixed: true })

async function load(query: Query, cursor?: string) {
  const { payouts: rows, ...page } = await browserApi().operatorMoney.payouts({ ...query, cursor })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['text', 'state', 'providerId', 'sort']) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function PayoutsPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const api = browserApi().operatorMoney
  const list = useRows(first, (cursor) => load(query, cursor))
  const send = (payout: OperatorPayout) =>
    confirm({
      title: t('operator.confirm.resend.payout.title', { name: payout.provider }),
      text: t('operator.confirm.resend.payout.text'),
      act: t('operator.send.again'),
      run: (reason, key) => api.sendPayout({ payoutId: payout.id, reason }, { key }),
    })
  return (
    <ConsoleFrame title={t('operator.payouts')}>
      <WhoseOnly all="/operator/payouts" />
      {first.onHold > 0 && (
        <Note kind="warning">
          {t('operator.payouts.onHold', { n: first.onHold })}{' '}
          <Link className="link tap-target" to="/operator/platform-report?state=overdue">
            {t('operator.payouts.onHold.show')}
          </Link>
        </Note>
      )}
      <ConsoleTable
        list={list}
        name="payouts"
        caption={t('operator.payouts')}
        empty={t('operator.money.empty.payouts')}
        search={t('operator.payouts.search')}
        filters={[
          {
            name: 'state',
            label: t('operator.money.state'),
            options: states.map((state) => [state, t(`operator.payout.state.${state}`)]),
          },
        ]}
        usualSort="-date"
        columns={[
          { id: 'artist', label: t('operator.money.provider'), width: 40, cell: ({ provider }) => provider },
          {
            id: 'reference',
            label: t('operator.payout.reference'),
            width: 30,
            cell: ({ gatewayId }) => gatewayId,
          },
          {
            id: 'state',
            label: t('operator.money.state'),
            cell: ({ state }) => <Badge look={looks[state]}>{t(`operator.payout.state.${state}`)}</Badge>,
          },
          { id: 'error', label: t('operator.payout.error'), width: 30, cell: ({ error }) => error },
          {
            id: 'earned',
            label: t('operator.payout.earned'),
            kind: 'number',
            sort: 'amount',
            isLabelled: true,
            cell: ({ amount, currency }) => cash(amount, currency),
          },
          {
            id: 'returned',
            label: t('operator.payout.refunds'),
            kind: 'number',
            isLabelled: true,
            cell: ({ returned, currency }) => returned > 0 && cash(returned, currency),
          },
          {
            id: 'amount',
            label: t('operator.payout.bank'),
            kind: 'number',
            isLead: true,
            cell: ({ bank, currency }) => cash(bank, currency),
          },
          {
            id: 'date',
            label: t('operator.payout.created'),
            kind: 'date',
            sort: 'date',
            cell: ({ at }) => formatShortMoment(at),
          },
          {
            id: 'paid',
            label: t('operator.payout.paid'),
            kind: 'date',
            isLabelled: true,
            cell: ({ paidAt }) => paidAt && formatShortMoment(paidAt),
          },
          {
            id: 'act',
            label: t('operator.send.again'),
            kind: 'act',
            cell: (payout) =>
              payout.state === 'failed' && (
                <Button size="small" kind="secondary" onClick={() => send(payout)}>
                  {t('operator.send.again')}
                </Button>
              ),
          },
        ]}
      />
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
