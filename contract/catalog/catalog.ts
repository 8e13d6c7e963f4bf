import { z } from 'zod'

export const Service = z.object({ id: z.string(), label: z.string(), minutes: z.number(), setupMinutes: z.number() })
export const ServiceType = z.object({ id: z.string(), label: z.string(), services: z.array(Service) })
export const FormSettings = z.object({
  store: z.object({ id: z.string(), slug: z.string() }),
  category: z.object({ slug: z.string(), label: z.string() }),
  serviceTypes: z.array(ServiceType),
})
export type Service = z.infer<typeof Service>
export type ServiceType = z.infer<typeof ServiceType>
export type FormSettings = z.infer<typeof FormSettings>
