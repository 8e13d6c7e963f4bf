import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { OperatorForm } from '#contract/catalog/forms/operator-forms.ts'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { FormEditor } from './form-editor.tsx'
import { FormVersions } from './form-versions.tsx'
import { PatchTestsCard } from './patch-tests-card.tsx'
import { operatorFormWords } from './form-words.ts'

const t = reader(operatorFormWords)

export const clientLoader = membersOnly(() => browserApi().operatorForms.list({}))

export const HydrateFallback = Undetermined

/** The forms that customers sign: what each asks, with which services, and every version of it. */
export default function FormsPage() {
  const { forms, services } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [editing, setEditing] = useState<OperatorForm | 'new' | null>(null)
  const [confirm, dialog] = useConfirmation()
  const taken = new Set(forms.filter((form) => form !== editing).flatMap((form) => form.services))
  const retire = ({ id, name }: OperatorForm) =>
    confirm({
      title: t('op.forms.retire.what', { name }),
      text: t('op.forms.retire.text'),
      act: t('op.forms.retire'),
      danger: true,
      run: (reason) => browserApi().operatorForms.retire({ formId: id, reason }),
    })
  return (
    <ConsoleFrame
      title={t('op.forms.title')}
      text={t('op.forms.text')}
      acts={
        editing === null && (
          <Button kind="secondary" onClick={() => setEditing('new')}>
            {t('op.forms.add')}
          </Button>
        )
      }>
      {editing && (
        <FormEditor
          key={editing === 'new' ? 'new' : editing.id}
          form={editing === 'new' ? null : editing}
          services={services.filter(({ id }) => !taken.has(id))}
          onDone={(number) => {
            setEditing(null)
            toast('success', t('op.forms.published', { number }))
            revalidate()
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {forms.length === 0 && editing === null && <Empty drawing="letter" title={t('op.forms.none')} />}
      {forms
        .filter((form) => form !== editing)
        .map((form) => (
          <TitledCard
            key={form.id}
            title={form.name}
            beside={
              form.retiredAt ? (
                <Badge look="disabled">{t('op.forms.retired')}</Badge>
              ) : (
                editing === null && (
                  <span className="row gap-8 wrapping">
                    <Button
                      kind="secondary"
                      size="small"
                      aria-label={t('op.forms.change.what', { name: form.name })}
                      onClick={() => setEditing(form)}>
                      {t('op.forms.change')}
                    </Button>
                    <Button
                      kind="quiet"
                      size="small"
                      aria-label={t('op.forms.retire.what', { name: form.name })}
                      onClick={() => retire(form)}>
                      {t('op.forms.retire')}
                    </Button>
                  </span>
                )
              )
            }>
            {!form.retiredAt && (
              <p>
                {form.services.length > 0
                  ? t('op.forms.services', {
                      services: form.services
                        .map((id) => services.find((service) => service.id === id)?.label ?? id)
                        .join(', '),
                    })
                  : t('op.forms.services.none')}
              </p>
            )}
            <FormVersions versions={form.versions} />
          </TitledCard>
        ))}
      <PatchTestsCard services={services} confirm={confirm} />
      {dialog}
    </ConsoleFrame>
  )
}

export { ConsoleError as ErrorBoundary }
