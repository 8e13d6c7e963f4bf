import { useLoaderData } from 'react-router'
import type { Duty } from '#contract/accounts/duties.ts'
import { formatMoney } from '#contract/format.ts'
import type { Approval } from '#contract/operator/approvals.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { controlMessages } from '#web/operator/control-messages.ts'
import { ConsoleTable } from '#web/operator/table.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { Age } from '#web/operator/age.tsx'
import { formatOperatorMoment, formatShortMoment } from '#web/operator/when.ts'

const t = createTranslator(controlMessages)

async function load(cursor?: string) {
  const { approvals: rows, nextCursor } = await browserApi().operatorApprovals.list({ cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(() => load())

export const HydrateFallback = Undetermined

export default function ApprovalsPage() {
  const first = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const list = useRows(first, load)
  return (
    <ConsoleFrame title={t('operator.approvals')} text={t('operator.approvals.text')}>
      <ConsoleTable
        list={list}
        name="approvals"
        caption={t('operator.approvals')}
        empty={t('operator.approvals.empty')}
        columns={[
          { id: 'what', label: t('operator.approvals.what'), width: 35, wraps: true, cell: wish },
          { id: 'who', label: t('operator.approvals.who'), cell: ({ askedBy }) => askedBy },
          { id: 'why', label: t('operator.approvals.why'), width: 25, wraps: true, cell: ({ reason }) => reason },
          {
            id: 'when',
            label: t('operator.approvals.when'),
            kind: 'date',
            isLead: true,
            cell: ({ askedAt, decision }) => (decision ? formatShortMoment(askedAt) : <Age since={askedAt} />),
          },
          {
            id: 'state',
            label: t('operator.approvals.state'),
            width: 30,
            wraps: true,
            cell: (approval) =>
              approval.canStop ? (
                <Waiting of={approval} confirm={confirm} />
              ) : approval.decision ? (
                <Decision decision={approval.decision} />
              ) : (
                <Decide of={approval} confirm={confirm} />
              ),
          },
        ]}
      />
      {dialog}
    </ConsoleFrame>
  )
}

function Decision({ decision }: { decision: NonNullable<Approval['decision']> }) {
  const { approved, by: name, at, reason } = decision
  return (
    <>
      {name
        ? t(approved ? 'operator.approvals.approved' : 'operator.approvals.refused', {
            name,
            moment: formatOperatorMoment(at),
          })
        : t(approved ? 'operator.approvals.waited' : 'operator.approvals.stopped', {
            moment: formatOperatorMoment(at),
          })}
      <div className="small muted">{reason}</div>
    </>
  )
}

/** A change in its waiting period, which can be stopped. */
function Waiting({ of, confirm }: { of: Approval; confirm: (confirmation: Confirmation) => void }) {
  const stop = (): Confirmation => ({
    title: t('operator.approvals.stop.title'),
    text: `${wish(of)}. ${t('operator.approvals.refuse.text')}`,
    act: t('operator.approvals.stop'),
    danger: true,
    run: (reason) => browserApi().operatorApprovals.stop({ approvalId: of.id, reason }),
  })
  return (
    <div className="stack gap-8">
      <span>{t('operator.approvals.effective', { moment: formatOperatorMoment(of.effectiveAt ?? of.askedAt) })}</span>
      <div>
        <Button size="small" kind="secondary" onClick={() => confirm(stop())}>
          {t('operator.approvals.stop')}
        </Button>
      </div>
    </div>
  )
}

function Decide({ of, confirm }: { of: Approval; confirm: (confirmation: Confirmation) => void }) {
  const decide = (approve: boolean): Confirmation => ({
    title: t(approve ? 'operator.approvals.agree.title' : 'operator.approvals.refuse.title'),
    text: `${wish(of)}. ${t(approve ? 'operator.approvals.agree.text' : 'operator.approvals.refuse.text')}`,
    act: t(approve ? 'operator.approvals.agree' : 'operator.approvals.refuse'),
    danger: !approve,
    run: (reason) => browserApi().operatorApprovals.decide({ approvalId: of.id, approve, reason }),
  })
  return (
    <div className="row gap-8 wrapping">
      {of.yours ? (
        <Button size="small" onClick={() => confirm(decide(true))}>
          {t('operator.approvals.agree')}
        </Button>
      ) : (
        <span className="small muted">{t('operator.approvals.another')}</span>
      )}
      <Button size="small" kind="secondary" onClick={() => confirm(decide(false))}>
        {t('operator.approvals.refuse')}
      </Button>
    </div>
  )
}

function wish({ kind, subject, wanted }: Approval): string {
  if (kind === 'operator') {
    const duties = (wanted['duties'] as Duty[]).map((duty) => t(`operator.duty.${duty}`).split(':')[0]).join(', ')
    return t('operator.approvals.operator', { name: subject.name, duties })
  }
  if (kind === 'data_export' || kind === 'data_erasure')
    return t(`operator.approvals.${kind}`, {
      name: subject.name || t('operator.approvals.person'),
      date: String(wanted['requestedOn']),
      reference: String(wanted['reference']),
    })
  if (kind === 'factor_reset') return t('operator.approvals.factor_reset', { name: subject.name })
  if (kind === 'second_approval') return t('operator.approvals.second_approval')
  const currency = String(wanted['currency'])
  return t('operator.approvals.refund_limit', { currency, limit: formatMoney(Number(wanted['limit']), currency) })
}

export const ErrorBoundary = ConsoleError
