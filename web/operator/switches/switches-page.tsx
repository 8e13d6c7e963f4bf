import { CircleCheck, CirclePause } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLoaderData } from 'react-router'
import { partial, SwitchKind, type Switches } from '#contract/operator/switches.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { controlMessages } from '#web/operator/control-messages.ts'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatMailKind } from '#web/operator/mails/mail-kind.ts'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(controlMessages)
type Confirm = (confirmation: Confirmation) => void
type Stopped = Switches['stopped'][number]
type Part = (typeof partial)[number]

const isPart = (kind: SwitchKind): kind is Part => (partial as readonly SwitchKind[]).includes(kind)
const whole = SwitchKind.options.filter((kind) => !isPart(kind))

export const clientLoader = requireSession(() => browserApi().operatorSwitches.list({}))

export const HydrateFallback = Undetermined

export default function SwitchesPage() {
  const { stopped, mailKinds } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const parts = stopped.filter(({ kind }) => isPart(kind))
  return (
    <ConsoleFrame title={t('operator.switches')} text={t('operator.switches.text')}>
      <div className="two-columns even">
        <TitledCard title={t('operator.switch.whole')}>
          <ul className={consoleStyles.lines}>
            {whole.map((kind) => (
              <Line
                key={kind}
                label={t(`operator.switch.${kind}`)}
                stopped={stopped.find((each) => each.kind === kind)}
                turn={(on) => confirm(turning({ kind, value: '', on }))}
              />
            ))}
          </ul>
        </TitledCard>
        <div className="stack">
          <TitledCard title={t('operator.switch.parts')}>
            {parts.length === 0 ? (
              <p className="muted">{t('operator.switch.parts.empty')}</p>
            ) : (
              <ul className={consoleStyles.lines}>
                {parts.map((each) => (
                  <Line
                    key={`${each.kind} ${each.value}`}
                    label={`${t(`operator.switch.${each.kind}`)}: ${each.kind === 'mails' ? formatMailKind(each.value) : each.value}`}
                    stopped={each}
                    turn={(on) => confirm(turning({ kind: each.kind, value: each.value, on }))}
                  />
                ))}
              </ul>
            )}
            {partial.map((kind) => (
              <StopPart key={kind} kind={kind} mailKinds={mailKinds} confirm={confirm} />
            ))}
          </TitledCard>
          <TitledCard title={t('operator.switch.sessions')}>
            <p className="small muted">{t('operator.switch.sessions.text')}</p>
            <div>
              <Button kind="danger" onClick={() => confirm(endingSessions)}>
                {t('operator.switch.sessions.act')}
              </Button>
            </div>
          </TitledCard>
        </div>
      </div>
      {dialog}
    </ConsoleFrame>
  )
}

interface LineProps {
  label: string
  stopped: Stopped | undefined
  turn: (on: boolean) => void
}

function Line({ label, stopped, turn }: LineProps) {
  return (
    <li className="row space-between wrapping gap-8">
      <div className="grow can-shrink">
        <b>{label}</b>
        {stopped && (
          <div className="small muted">
            {t('operator.switch.stopped', {
              name: stopped.by,
              moment: formatOperatorMoment(stopped.stoppedAt),
              reason: stopped.reason,
            })}
          </div>
        )}
      </div>
      <Badge look={stopped ? 'accent' : 'jadeSoft'}>
        {stopped ? (
          <CirclePause className="icon" aria-hidden="true" />
        ) : (
          <CircleCheck className="icon" aria-hidden="true" />
        )}
        {t(stopped ? 'operator.switch.off' : 'operator.switch.runs')}
      </Badge>
      <Button
        size="small"
        kind={stopped ? 'primary' : 'secondary'}
        aria-label={`${t(stopped ? 'operator.switch.lift' : 'operator.switch.stop')}: ${label}`}
        onClick={() => turn(Boolean(stopped))}>
        {t(stopped ? 'operator.switch.lift' : 'operator.switch.stop')}
      </Button>
    </li>
  )
}

function StopPart({ kind, mailKinds, confirm }: { kind: Part; mailKinds: readonly string[]; confirm: Confirm }) {
  const [value, setValue] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim()) confirm(turning({ kind, value: value.trim(), on: false }))
  }
  return (
    <form className={joinClasses('row gap-8', consoleStyles.ends)} onSubmit={submit}>
      <div className="grow can-shrink">
        {kind === 'mails' ? (
          <SelectField
            label={t('operator.switch.mails.label')}
            name={kind}
            value={value}
            onChange={(event) => setValue(event.target.value)}>
            <option value="">{t('operator.switch.mails.choose')}</option>
            {mailKinds.map((each) => (
              <option key={each} value={each}>
                {formatMailKind(each)}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField
            label={t(`operator.switch.${kind}.label`)}
            name={kind}
            value={value}
            maxLength={120}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
      </div>
      <Button
        type="submit"
        kind="secondary"
        aria-label={`${t('operator.switch.stop')}: ${t(`operator.switch.${kind}`)}`}>
        {t('operator.switch.stop')}
      </Button>
    </form>
  )
}

function turning({ kind, value, on }: { kind: SwitchKind; value: string; on: boolean }): Confirmation {
  const what = (kind === 'mails' ? formatMailKind(value) : value) || t(`operator.switch.${kind}`)
  return {
    title: t(on ? 'operator.switch.lift.title' : 'operator.switch.stop.title', { what }),
    text: t(on ? 'operator.switch.lift.text' : 'operator.switch.stop.text'),
    act: t(on ? 'operator.switch.lift' : 'operator.switch.stop'),
    danger: !on,
    run: (reason) => browserApi().operatorSwitches.set({ kind, value, on, reason }),
  }
}

const endingSessions: Confirmation = {
  title: t('operator.switch.sessions.title'),
  text: t('operator.switch.sessions.text'),
  act: t('operator.switch.sessions.act'),
  danger: true,
  run: async (reason) => {
    const { ended } = await browserApi().operatorSwitches.endAllSessions({ reason })
    showToast('success', t('operator.switch.sessions.done', { n: ended }))
  },
}

export const ErrorBoundary = ConsoleError
