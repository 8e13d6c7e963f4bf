import { useLoaderData } from 'react-router'
import { ColleaguesCard } from '#web/dashboard/colleagues/colleagues-card.tsx'
import { membersOnly } from '#web/accounts/members-only.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { BioForm } from '#web/signup/forms/bio-form.tsx'
import { InstagramForm } from '#web/signup/forms/instagram-form.tsx'
import { KitForm } from '#web/signup/forms/kit-form.tsx'
import { PhotoForm } from '#web/signup/forms/photo-form.tsx'
import { FormCard } from './form-card.tsx'
import { useDashboardWords } from './own.tsx'
import { DashboardFrame, DashboardError } from '#web/dashboard/dashboard-frame.tsx'

export const clientLoader = membersOnly(async () => {
  const { ownProfile, ownColleagues } = browserApi()
  const [catalogue, colleagues] = await Promise.all([ownProfile.catalogue({}), ownColleagues.list({})])
  return { catalogue, colleagues }
})

export default function ProfilePage() {
  const { catalogue, colleagues } = useLoaderData<typeof clientLoader>()
  const t = useDashboardWords()
  return (
    <DashboardFrame title={t('pprofile.title')}>
      <FormCard at="photo" title={t('pprofile.photo')} catalogue={catalogue}>
        {(form) => <PhotoForm {...form} />}
      </FormCard>
      <FormCard at="bio" title={t('pprofile.bio')} catalogue={catalogue}>
        {(form) => <BioForm {...form} />}
      </FormCard>
      <FormCard at="kit" title={t('pprofile.kit')} catalogue={catalogue}>
        {(form) => <KitForm {...form} />}
      </FormCard>
      <FormCard at="instagram" title={t('pprofile.instagram')} catalogue={catalogue}>
        {(form) => <InstagramForm {...form} />}
      </FormCard>
      <ColleaguesCard loaded={colleagues} />
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
