import { providers } from '#contract/providers.ts'
import { serve } from '#server/platform/serve.ts'
import { listTestimonials } from './list-testimonials.ts'
import { showProfile } from './show-profile.ts'

export const providerRoutes = serve(providers, { profile: showProfile, testimonials: listTestimonials })
