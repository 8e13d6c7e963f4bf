import { z } from 'zod'

const Service = z.object({
  id: z.string(),
  label: z.string(),
  minutes: z.number(),
  setupMinutes: z.number(),
  trial: z.boolean(),
})
const ServiceType = z.object({ id: z.string(), label: z.string(), services: z.array(Service) })
export const FormSettings = z.object({
  store: z.object({ id: z.string(), slug: z.string() }),
  category: z.object({ slug: z.string(), label: z.string() }),
  serviceTypes: z.array(ServiceType),
})
export type FormSettings = z.infer<typeof FormSettings>
