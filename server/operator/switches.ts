import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type operatorSwitches, partial, type SwitchKind } from '#contract/operator/switches.ts'
import { mailKinds } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { allStopped, turn } from '#server/platform/oversight/switches.ts'
import { record } from '#server/platform/audit.ts'
import { networkOf } from '#server/platform/network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { asciiDomain } from '#contract/accounts/parse-email.ts'
import { endEverySession } from '#server/accounts/index.ts'

/** What is stopped for the whole site, and the kinds of mail that could be. */
export async function showSwitches(ctx: Context): Promise<OutputOf<typeof operatorSwitches.list>> {
  const stopped = await allStopped(ctx.db)
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

/** Stops something for the whole site, or lets it run again; nobody shuts themself out. */
export async function turnSwitch(
  ctx: Context,
  input: InputOf<typeof operatorSwitches.turn>,
): Promise<OutputOf<typeof operatorSwitches.turn>> {
  const { kind, on, reason } = input
  const value = storedValue(kind, input.value)
  const wrong = on ? null : wrongIn(ctx, kind, value)
  if (wrong) throw new Refusal('invalid_input', { errors: [{ path: 'value', message: wrong }] })
  return ctx.transaction(async (inner) => {
    if (!(await turn(inner, { kind, value, on, reason }))) throw new Refusal('state_changed')
    await record(inner, {
      act: on ? 'switch.lift' : 'switch.stop',
      subject: { kind: 'switch', id: kind, name: value },
      before: { stopped: on },
      after: { stopped: !on },
      reason,
    })
    return showSwitches(inner)
  })
}

/** Returns a value as it is compared: a network for an address, a domain in ASCII. */
function storedValue(kind: SwitchKind, value: string): string {
  if (kind === 'network') return networkOf(value)
  return kind === 'mail_domain' ? (asciiDomain(value) ?? value) : value
}

function wrongIn(ctx: Context, kind: SwitchKind, value: string): string | null {
  const whole = !(partial as readonly string[]).includes(kind)
  if (whole) return value ? 'This is stopped as a whole.' : null
  if (kind === 'mails') return mailKinds.includes(value as never) ? null : 'Choose a kind of mail.'
  if (kind === 'mail_domain') return asciiDomain(value) === value ? null : 'Give a domain, like mail.example.'
  if (!/^[0-9a-f.:]+(::\/64)?$/.test(value) || !/[.:]/.test(value)) return 'Give an address of the network.'
  return value === networkOf(ctx.address) ? 'You are calling from there yourself.' : null
}

/** Logs everybody out everywhere within a second, but the caller here. */
export const endEverybodysSessions = (
  ctx: Context,
  { reason }: InputOf<typeof operatorSwitches.endAllSessions>,
): Promise<OutputOf<typeof operatorSwitches.endAllSessions>> =>
  ctx.once(async (inner) => {
    const ended = await endEverySession(inner, inner.viewer.sessionId)
    await record(inner, {
      act: 'account.end_all_sessions',
      subject: { kind: 'site', id: 'sessions' },
      after: { ended },
      reason,
    })
    return { ended }
  })
