//! Files of a folder that are packed.

use std::path::Path;

use asset_project::folder::{PackRules, items};

#[test]
fn files_of_a_folder_are_packed_by_rules() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("b")).unwrap();
    for (name, content) in [("b/two.txt", "2"), ("a.txt", "1"), ("empty.txt", ""), ("old.bak", "x"), ("self.pak", "y")]
    {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let rules = PackRules::new(&folder.path().join("self.pak"));
    let names = |rules: &PackRules| {
        let mut left_out = Vec::new();
        let skip_reason = |name: &str, path: &Path, size| rules.skip_reason(name, path, size);
        let items = items(folder.path(), skip_reason, &mut left_out).unwrap();
        (items.into_iter().map(|item| item.name).collect::<Vec<_>>(), left_out.len())
    };
    assert_eq!(names(&rules), (vec!["a.txt".to_owned(), "b/two.txt".to_owned()], 3));
    let mut all = rules.clone();
    all.all = true;
    assert_eq!(names(&all).1, 1);
    assert!(items(&folder.path().join("nothing"), |_, _, _| None, &mut Vec::new()).is_err());
}
