import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type operatorSwitches, partial, type SwitchKind } from '#contract/operator/switches.ts'
import { mailKinds } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { listSwitches, setSwitch } from '#server/platform/oversight/switches.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { getNetwork } from '#server/platform/network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toAsciiDomain } from '#contract/accounts/parse-email.ts'
import { endEverySession } from '#server/accounts/index.ts'

export async function getSwitches(ctx: Context): Promise<OutputOf<typeof operatorSwitches.list>> {
  const stopped = await listSwitches(ctx.db)
  return {
    stopped: stopped.map(({ kind, value, stopped_at, by, reason }) => ({
      kind: kind as SwitchKind,
      value,
      stoppedAt: stopped_at.toISOString(),
      by,
      reason,
    })),
    mailKinds: [...mailKinds],
  }
}

/** Throws if the switch would lock the caller out. */
export async function setOperatorSwitch(
  ctx: Context,
  input: InputOf<typeof operatorSwitches.set>,
): Promise<OutputOf<typeof operatorSwitches.set>> {
  const { kind, on, reason } = input
  const value = storedValue(kind, input.value)
  const wrong = on ? null : wrongIn(ctx, kind, value)
  if (wrong) throw new Refusal('invalid_input', { errors: [{ path: 'value', message: wrong }] })
  return ctx.transaction(async (inner) => {
    if (!(await setSwitch(inner, { kind, value, on, reason }))) throw new Refusal('state_changed')
    await recordAudit(inner, {
      act: on ? 'switch.lift' : 'switch.stop',
      subject: { kind: 'switch', id: kind, name: value },
      before: { stopped: on },
      after: { stopped: !on },
      reason,
    })
    return getSwitches(inner)
  })
}

/** Network for an address, ASCII for a domain. */
function storedValue(kind: SwitchKind, value: string): string {
  if (kind === 'network') return getNetwork(value)
  return kind === 'mail_domain' ? (toAsciiDomain(value) ?? value) : value
}

function wrongIn(ctx: Context, kind: SwitchKind, value: string): string | null {
  const whole = !(partial as readonly string[]).includes(kind)
  if (whole) return value ? 'This switch applies to the whole site.' : null
  if (kind === 'mails') return mailKinds.includes(value as never) ? null : 'Choose a type of email.'
  if (kind === 'mail_domain') return toAsciiDomain(value) === value ? null : 'Enter a domain, such as mail.example.'
  if (!/^[0-9a-f.:]+(::\/64)?$/.test(value) || !/[.:]/.test(value)) return 'Enter an IP address or a network.'
  return value === getNetwork(ctx.address) ? 'This is your own network.' : null
}

/** Ends every session except the caller's, effective within a second. */
export const endEverybodysSessions = (
  ctx: Context,
  { reason }: InputOf<typeof operatorSwitches.endAllSessions>,
): Promise<OutputOf<typeof operatorSwitches.endAllSessions>> =>
  ctx.idempotent(async (inner) => {
    const ended = await endEverySession(inner, inner.viewer.sessionId)
    await recordAudit(inner, {
      act: 'account.end_all_sessions',
      subject: { kind: 'site', id: 'sessions' },
      after: { ended },
      reason,
    })
    return { ended }
  })
