import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { reviewExportMessages } from './review-export-messages.ts'

const t = createTranslator(reviewExportMessages)

export function TakeReviewsCard({ slug }: { slug: string }) {
  const { pending, formError, run } = useForm()
  const take = async () => {
    const done = await run(() => browserApi().reviewExport.create({}))
    if (done) downloadFile(`primp-${slug}.json`, JSON.stringify(done.answer, null, 2), 'application/json')
  }
  return (
    <TitledCard title={t('take.title')}>
      <p className="muted">{t('take.text')}</p>
      {formError && <Note kind="error">{formError}</Note>}
      <div className="row gap-12 wrapping">
        <Button kind="secondary" loading={pending} onClick={take}>
          <Download className="icon" aria-hidden="true" />
          {t('take.act')}
        </Button>
        <Link className="link tap-target" to="/signed-reviews">
          {t('take.check')}
        </Link>
      </div>
    </TitledCard>
  )
}
