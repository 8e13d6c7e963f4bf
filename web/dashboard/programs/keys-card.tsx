import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sandboxDays } from '#contract/checkout/lifecycle-hold.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import moneyListStyles from '#web/ui/money-list.module.css'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { Checkboxes, SureDialog } from './program-parts.tsx'
import { useProgramMessages } from './program-messages.ts'
import { type KeyView, usePrograms, type WantedKey } from './programs.ts'

export function KeysCard({ known }: { known: readonly KeyView[] }) {
  const { t } = useProgramMessages()
  const { says, may, keys: calls } = usePrograms()
  const [keys, setKeys] = useState(known)
  const [ending, setEnding] = useState<KeyView | null>(null)
  const [replacing, setReplacing] = useState<KeyView | null>(null)
  const [making, setMaking] = useState(false)
  const [fresh, setFresh] = useState<{ name: string; token: string } | null>(null)
  const { rotate } = calls
  const replace = async ({ id }: KeyView) => {
    const made = await rotate?.(id)
    if (!made) return
    setKeys((all) => [made.key, ...all.map((one) => (one.id === id ? made.old : one))])
    setFresh({ name: made.key.name, token: made.token })
  }
  return (
    <TitledCard
      title={t('keys.title')}
      beside={
        may.write && (
          <Button kind="secondary" size="small" onClick={() => setMaking(true)}>
            {t('keys.new')}
          </Button>
        )
      }>
      <p className="muted">{says.keys}</p>
      {keys.length === 0 ? (
        <Empty title={t('keys.none')}>{t('keys.none.text')}</Empty>
      ) : (
        <ul className={moneyListStyles.moneyList}>
          {keys.map((key) => (
            <KeyRow
              key={key.id}
              of={key}
              onEnd={() => setEnding(key)}
              onReplace={rotate ? () => setReplacing(key) : null}
            />
          ))}
        </ul>
      )}
      {/* Before the new key, whose field takes the focus after the dialog has returned it. */}
      <Dialog open={making} onClose={() => setMaking(false)} label={t('keys.new')}>
        <NewKeyForm
          onMade={(key, token) => {
            setMaking(false)
            setKeys((all) => [key, ...all])
            setFresh({ name: key.name, token })
          }}
        />
      </Dialog>
      {fresh && <FreshKey {...fresh} onDone={() => setFresh(null)} />}
      <SureDialog
        of={ending}
        title={(key) => t('keys.end.title', { name: key.name })}
        text={() => t('keys.end.text')}
        act={t('keys.end')}
        run={(key) => calls.end(key.id)}
        onClose={() => setEnding(null)}
        onDone={({ id, name }) => {
          showToast('success', t('keys.ended', { name }))
          setKeys((all) => all.filter((one) => one.id !== id))
        }}
      />
      <SureDialog
        of={replacing}
        title={(key) => t('keys.replace.title', { name: key.name })}
        text={() => t('keys.replace.text')}
        act={t('keys.replace')}
        run={replace}
        onClose={() => setReplacing(null)}
        onDone={({ name }) => showToast('success', t('keys.replaced', { name }))}
      />
    </TitledCard>
  )
}

function KeyRow({ of: key, onEnd, onReplace }: { of: KeyView; onEnd: () => void; onReplace: (() => void) | null }) {
  const { t, at } = useProgramMessages()
  const { may } = usePrograms()
  return (
    <li>
      <div className="stack gap-4 can-shrink">
        <span className="row gap-8 wrapping">
          <b className="bold">{key.name}</b>
          {key.sandbox && <Badge look="accentSoft">{t('keys.sandbox')}</Badge>}
        </span>
        <span>{key.scopes.map((scope) => t(`scope.${scope}`)).join(', ')}</span>
        <span className="small muted">
          <code>{key.begins}…</code> {t('keys.made', { date: at(key.createdAt) })},{' '}
          {key.lastUsedAt ? t('keys.used', { date: at(key.lastUsedAt) }) : t('keys.unused')}
          {key.aMinute !== undefined && `, ${t('keys.often', { n: key.aMinute })}`}
          {key.endsAt && `, ${t('keys.ends', { date: at(key.endsAt) })}`}
        </span>
      </div>
      {may.write && (
        <div className="row gap-8 wrapping">
          {onReplace && (
            <Button
              kind="quiet"
              size="small"
              aria-label={t('keys.replace.one', { name: key.name })}
              onClick={onReplace}>
              {t('keys.replace')}
            </Button>
          )}
          <Button kind="secondary" size="small" aria-label={t('keys.end.one', { name: key.name })} onClick={onEnd}>
            {t('keys.end')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** A new key, shown once. */
function FreshKey({ name, token, onDone }: { name: string; token: string; onDone: () => void }) {
  const { t } = useProgramMessages()
  const field = useRef<HTMLInputElement>(null)
  // The pressed button is gone, so focus moves here.
  useEffect(() => field.current?.focus(), [])
  const copy = async () => {
    await navigator.clipboard.writeText(token)
    showToast('success', t('keys.copied'))
  }
  return (
    <div className="stack gap-8" aria-live="polite">
      <Note kind="info">{t('keys.fresh')}</Note>
      <TextField
        label={t('keys.fresh.label', { name })}
        value={token}
        readOnly
        ref={field}
        onFocus={(event) => event.target.select()}
      />
      <div className="row gap-8 wrapping">
        <Button size="small" onClick={copy}>
          {t('keys.copy')}
        </Button>
        <Button kind="secondary" size="small" onClick={onDone}>
          {t('keys.done')}
        </Button>
      </div>
    </div>
  )
}

const none: WantedKey = { name: '', scopes: [], aMinute: 120, sandbox: false, endsOn: null }

function NewKeyForm({ onMade }: { onMade: (key: KeyView, token: string) => void }) {
  const { t } = useProgramMessages()
  const { scopes, keys } = usePrograms()
  const form = useRef<HTMLFormElement>(null)
  const act = useForm({ form })
  const [wanted, setWanted] = useState(none)
  const [aMinute, setAMinute] = useState(String(none.aMinute))
  const change = (part: Partial<WantedKey>) => setWanted((now) => ({ ...now, ...part }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(wanted.name.trim() ? {} : { name: t('keys.name.error') }),
      ...(wanted.scopes.length ? {} : { scopes: t('keys.scopes.error') }),
    }
    const done = await act.run(() => keys.make({ ...wanted, aMinute: readNumber(aMinute, 'whole') ?? 0 }), {
      errors: wrong,
    })
    if (!done) return
    setWanted(none)
    setAMinute(String(none.aMinute))
    onMade(done.answer.key, done.answer.token)
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <h2 className="heading-3">{t('keys.new')}</h2>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      <TextField
        label={t('keys.name')}
        hint={t('keys.name.hint')}
        name="name"
        maxLength={80}
        value={wanted.name}
        error={act.errors['name'] ?? null}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Checkboxes
        label={t('keys.scopes')}
        name="scopes"
        options={scopes.map((scope) => [scope, t(`scope.${scope}`)] as const)}
        chosen={wanted.scopes}
        error={act.errors['scopes'] ?? null}
        onChange={(chosen) => change({ scopes: chosen })}
      />
      {keys.rotate && (
        <>
          <fieldset className="stack gap-8">
            <legend className="field-label">{t('keys.kind')}</legend>
            <Radio name="kind" checked={!wanted.sandbox} onChange={() => change({ sandbox: false })}>
              {t('keys.kind.live')}
            </Radio>
            <Radio name="kind" checked={wanted.sandbox} onChange={() => change({ sandbox: true })}>
              {t('keys.kind.sandbox')}
            </Radio>
            <p className="micro hint">{t('keys.kind.hint', { days: sandboxDays })}</p>
          </fieldset>
          <NumberField
            label={t('keys.aMinute')}
            name="aMinute"
            kind="whole"
            required
            value={aMinute}
            error={act.errors['aMinute'] ?? null}
            onChange={setAMinute}
          />
          <TextField
            label={t('keys.endsOn')}
            hint={t('keys.endsOn.hint')}
            name="endsOn"
            type="date"
            value={wanted.endsOn ?? ''}
            error={act.errors['endsOn'] ?? null}
            onChange={({ target }) => change({ endsOn: target.value || null })}
          />
        </>
      )}
      <div>
        <Button type="submit" loading={act.pending}>
          {t('keys.make')}
        </Button>
      </div>
    </form>
  )
}
