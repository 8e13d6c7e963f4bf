import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { defineMessages, createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import consoleStyles from '#web/operator/console.module.css'
import { ReasonField, validateReason } from '#web/operator/use-confirmation.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { type Errors, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'

export const partMessages = defineMessages({
  'operator.parts.title': 'Stores and categories',
  'operator.parts.text':
    'A category appears in searches and gets place pages once an artist offers one of its services. It is hidden until then.',
  'operator.parts.addStore': 'Add a store',
  'operator.parts.addCategory': 'Add a category',
  'operator.parts.addCategory.to': 'Add a category to {store}',
  'operator.parts.addType': 'Add a type',
  'operator.parts.addType.to': 'Add a type to {category}',
  'operator.parts.rename': 'Rename',
  'operator.parts.rename.what': 'Rename {name}',
  'operator.parts.services': '{n, plural, =0 {No service yet} one {1 service} other {{n} services}}',
  'operator.parts.fee': '{percent}% fee',
  'operator.parts.name': 'Name',
  'operator.parts.slug': 'ID in URLs and the API',
  'operator.parts.slug.hint': 'It does not change with the name.',
  'operator.parts.slug.wrong': 'Use lower-case letters, digits and hyphens.',
  'operator.parts.store.effect': 'Creates the store. Add a category to it next.',
  'operator.parts.category.effect': 'Creates the category with the default fee. Add a type and services to it next.',
  'operator.parts.type.effect': 'Creates the type. Add services to it in the catalogue below.',
  'operator.parts.rename.effect': 'The new name appears everywhere within seconds. The URL does not change.',
  'operator.areas.title': 'Areas',
  'operator.areas.text':
    'Names that people search for but maps do not have: a valley, a district, a new market. People can find and search an area, and it has its own page.',
  'operator.areas.add': 'Add an area',
  'operator.areas.none': 'No areas yet. All places come from the gazetteer.',
  'operator.areas.also': 'Other names',
  'operator.areas.also.hint': 'Separated by commas.',
  'operator.areas.middle': 'Centre',
  'operator.areas.middle.hint': 'A town, a district or a postcode.',
  'operator.areas.middle.wrong': 'Choose a place from the list.',
  'operator.areas.middle.none': 'No place matches {text}.',
  'operator.areas.middle.failed': 'We could not load places.',
  'operator.areas.middle.retry': 'Try again',
  'operator.areas.km': 'Radius (km)',
  'operator.areas.km.wrong': 'Enter 1 to 150.',
  'operator.areas.effect': 'People can find it within seconds.',
  'operator.areas.reach': '{km} km radius, {region}, {country}',
  'operator.areas.page': 'View page',
  'operator.areas.close': 'Close',
  'operator.areas.close.what': 'Close {name}',
  'operator.areas.close.effect': 'People will no longer find it. Existing searches are not affected.',
  'operator.areas.closed': 'Closed',
})

const t = createTranslator(partMessages)

type Stores = OutputOf<typeof operatorCatalogue.parts>['stores']
type Named = { id: string; label: string; made: boolean; services: number }

export function PartsCard({ stores, onDone }: { stores: Stores; onDone: () => void }) {
  const [asked, setAsked] = useState<PartAsked | null>(null)
  const renamed = (part: 'store' | 'category' | 'type', { id, label, made }: Named) =>
    made && (
      <Button
        kind="quiet"
        size="small"
        aria-label={t('operator.parts.rename.what', { name: label })}
        onClick={() => setAsked({ act: 'rename', part, id, label })}>
        {t('operator.parts.rename')}
      </Button>
    )
  return (
    <TitledCard
      title={t('operator.parts.title')}
      beside={
        <Button kind="secondary" onClick={() => setAsked({ act: 'store' })}>
          {t('operator.parts.addStore')}
        </Button>
      }>
      <p className="small muted">{t('operator.parts.text')}</p>
      {stores.map((store) => (
        <section key={store.id} className="stack gap-8" aria-label={store.label}>
          <div className="row space-between wrapping">
            <h3 className="heading-3">{store.label}</h3>
            <span className="row gap-8 wrapping">
              {renamed('store', store)}
              <Button
                kind="secondary"
                size="small"
                aria-label={t('operator.parts.addCategory.to', { store: store.label })}
                onClick={() => setAsked({ act: 'category', storeId: Number(store.id), store: store.label })}>
                {t('operator.parts.addCategory')}
              </Button>
            </span>
          </div>
          <ul className={consoleStyles.lines}>
            {store.categories.map((category) => (
              <li key={category.id} className="stack gap-8">
                <div className="row space-between wrapping">
                  <span>
                    <b>{category.label}</b>
                    <span className="small muted">
                      {' '}
                      {t('operator.parts.services', { n: category.services })},{' '}
                      {t('operator.parts.fee', { percent: category.feePercent })}
                    </span>
                  </span>
                  <span className="row gap-8 wrapping">
                    {renamed('category', category)}
                    <Button
                      kind="quiet"
                      size="small"
                      aria-label={t('operator.parts.addType.to', { category: category.label })}
                      onClick={() =>
                        setAsked({ act: 'type', categoryId: Number(category.id), category: category.label })
                      }>
                      {t('operator.parts.addType')}
                    </Button>
                  </span>
                </div>
                <ul className="small muted row gap-16 wrapping">
                  {category.types.map((type) => (
                    <li key={type.id} className="row gap-8 wrapping">
                      {type.label} ({t('operator.parts.services', { n: type.services })}){renamed('type', type)}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <PartDialog
        asked={asked}
        onClose={() => setAsked(null)}
        onDone={() => {
          setAsked(null)
          onDone()
        }}
      />
    </TitledCard>
  )
}

const o = createTranslator(operatorMessages)

/** The form: a new store, category or type, or a rename. */
type PartAsked =
  | { act: 'store' }
  | { act: 'category'; storeId: number; store: string }
  | { act: 'type'; categoryId: number; category: string }
  | { act: 'rename'; part: 'store' | 'category' | 'type'; id: string; label: string }

type Typed = { label: string; slug: string; reason: string }

const titleOf = (asked: PartAsked): string =>
  asked.act === 'store'
    ? t('operator.parts.addStore')
    : asked.act === 'category'
      ? t('operator.parts.addCategory.to', { store: asked.store })
      : asked.act === 'type'
        ? t('operator.parts.addType.to', { category: asked.category })
        : t('operator.parts.rename.what', { name: asked.label })

const send = (asked: PartAsked, typed: Typed): Promise<unknown> => {
  const api = browserApi().operatorCatalogue
  if (asked.act === 'store') return api.addStore(typed)
  if (asked.act === 'category') return api.addCategory({ ...typed, storeId: asked.storeId })
  if (asked.act === 'type') return api.addType({ ...typed, categoryId: asked.categoryId })
  return api.rename({ part: asked.part, id: asked.id, label: typed.label, reason: typed.reason })
}

function PartDialog({ asked, onClose, onDone }: { asked: PartAsked | null; onClose: () => void; onDone: () => void }) {
  return (
    <Dialog open={asked !== null} onClose={onClose} label={asked ? titleOf(asked) : ''}>
      {asked && <PartForm key={titleOf(asked)} asked={asked} onClose={onClose} onDone={onDone} />}
    </Dialog>
  )
}

function PartForm({ asked, onClose, onDone }: { asked: PartAsked; onClose: () => void; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, formError, pending, run } = useForm({ form })
  const renames = asked.act === 'rename'
  const [label, setLabel] = useState(renames ? asked.label : '')
  const [slug, setSlug] = useState('')
  const [own, setOwn] = useState(false)
  const [reason, setReason] = useState('')
  // The slug follows the name until edited.
  useEffect(() => {
    if (!own) setSlug(slugifyLabel(label))
  }, [label, own])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong: Errors = {
      ...(label.trim().length < 2
        ? { label: formatMessage(sharedMessages['field.required'], { Name: t('operator.parts.name') }) }
        : {}),
      ...(renames || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ? {} : { slug: t('operator.parts.slug.wrong') }),
      ...validateReason(reason),
    }
    const typed = { label: label.trim(), slug, reason: reason.trim() }
    const done = await run(() => send(asked, typed), { errors: wrong })
    if (!done) return
    showToast('success', o('operator.saved'))
    onDone()
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{titleOf(asked)}</h2>
      <p className="muted">{t(`operator.parts.${asked.act}.effect`)}</p>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('operator.parts.name')}
        name="label"
        value={label}
        maxLength={60}
        error={errors['label'] ?? null}
        onChange={({ target }) => setLabel(target.value)}
      />
      {!renames && (
        <TextField
          label={t('operator.parts.slug')}
          hint={t('operator.parts.slug.hint')}
          name="slug"
          value={slug}
          maxLength={60}
          error={errors['slug'] ?? null}
          onChange={({ target }) => {
            setOwn(true)
            setSlug(target.value)
          }}
        />
      )}
      <ReasonField value={reason} error={errors['reason']} onChange={setReason} />
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {o('operator.back')}
        </Button>
        <Button type="submit" loading={pending}>
          {o('operator.save')}
        </Button>
      </div>
    </form>
  )
}

/** Returns a label as slug: 'Brow lamination' becomes 'brow-lamination'. */
export const slugifyLabel = (label: string): string =>
  label
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
