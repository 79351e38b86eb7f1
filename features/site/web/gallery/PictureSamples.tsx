import { Mark } from "#platform/web/parts/Mark.tsx";
import { ProfilePicture } from "#platform/web/parts/ProfilePicture.tsx";
import { Specimen } from "./Specimen.tsx";

const SIZES = [20, 32, 96] as const;
const IDS = ["ada", "grace", "katherine", "margaret", "dorothy", "mary"].map((name) => `sample-${name}`);
const PHOTO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#d8e4dc"/><circle cx="48" cy="36" r="18" fill="#8a6f5c"/><path d="M12 96a36 36 0 0 1 72 0z" fill="#2f5d4a"/></svg>',
)}`;
const BROKEN = "data:image/png;base64,AAAA";

export function PictureSamples() {
  return (
    <>
      <Specimen name="A photo" isRow>
        {SIZES.map((size) => (
          <ProfilePicture key={size} userId="sample" url={PHOTO} size={size} />
        ))}
      </Specimen>
      <Specimen name="Without a photo" about="A pattern drawn from the person's id, the same each time." isRow>
        {SIZES.map((size) => (
          <ProfilePicture key={size} userId="sample" url={null} size={size} />
        ))}
        {IDS.map((id) => (
          <ProfilePicture key={id} userId={id} url={null} size={32} />
        ))}
      </Specimen>
      <Specimen name="A photo that does not load" isRow>
        <ProfilePicture userId="sample" url={BROKEN} size={32} />
      </Specimen>
      <Specimen name="The mark" isRow>
        {[16, 26, 48].map((size) => (
          <Mark key={size} size={size} />
        ))}
      </Specimen>
    </>
  );
}
